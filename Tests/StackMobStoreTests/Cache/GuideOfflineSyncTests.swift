import Foundation
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

@MainActor @Suite(.serialized) struct `Guide - Offline Sync` {
  @Test func `Offline Sync`() async throws {
    let caching = try CachingApp([
      .object("todo", ["todo_id": "changed", "title": "old"]), .object("todo", ["todo_id": "gone"]),
    ])
    _ = try caching.keys()
    caching.network.isOn = true
    let context = caching.app.context
    caching.app.insert("Todo", ["todoId": "new", "title": "new"])
    context.object(with: try caching.id("changed")).setValue("new", forKey: "title")
    context.delete(context.object(with: try caching.id("gone")))
    #expect(await caching.save(SMSavePolicyNetworkThenCache) == nil)
    #expect(try caching.keys(SMFetchPolicyCacheOnly) == .keys(["changed", "new"]))
    #expect(await caching.store.syncWithServerAndWait() == nil)
    caching.network.isOn = false
    let synced = try #require(await caching.store.syncWithServerAndWait())
    #expect(
      synced.map(\.actionTaken) == [
        SMSyncActionInsertedOnServer, SMSyncActionUpdatedOnServer, SMSyncActionDeletedFromServer,
      ])
    #expect(
      try await caching.app.stored("todo").mapValues { $0["title"] ?? .null } == [
        "changed": "new", "new": "new",
      ])
    #expect(try caching.keys(SMFetchPolicyCacheOnly) == .keys(["changed", "new"]))
  }
}
