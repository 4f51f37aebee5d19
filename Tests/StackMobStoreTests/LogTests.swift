import Foundation
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import TestSupport
import Testing

@MainActor @Suite(.serialized) struct `Log of a StackMob store` {
  @Test func `the log is silent by default, and shortens long texts`() async throws {
    await ProcessSetting.storeLog.take()
    defer { ProcessSetting.storeLog.giveBack() }
    #expect(!SM_CORE_DATA_DEBUG)
    #expect(SM_MAX_LOG_LENGTH == 10_000)
    let app = try StoreApp()
    app.insert("Todo", ["todoId": "a"])
    #expect(await app.save() == nil)
    #expect(app.logged.all == [])
    SM_CORE_DATA_DEBUG = true
    SM_MAX_LOG_LENGTH = 40
    defer {
      SM_CORE_DATA_DEBUG = false
      SM_MAX_LOG_LENGTH = 10_000
    }
    app.insert("Todo", ["todoId": "b"])
    app.insert("Todo", ["todoId": "c", "title": String(repeating: "x", count: 100)])
    #expect(await app.save() == nil)
    #expect(
      app.logged.all == [
        #"SMIncrementalStore: POST /todo {"todo_id":"b"}"#,
        #"SMIncrementalStore: POST /todo {"title":"xxxxxxxxxxxxxxxxxxx <MAX_LOG_LENGTH_REACHED>"#,
      ])
  }

  @Test func `the log shows each fetch, each failure and each offline save`() async throws {
    await ProcessSetting.storeLog.take()
    defer { ProcessSetting.storeLog.giveBack() }
    let caching = try CachingApp([.object("todo", ["todo_id": "a", "title": "x"])])
    let app = caching.app
    SM_CORE_DATA_DEBUG = true
    defer { SM_CORE_DATA_DEBUG = false }
    #expect(try caching.keys() == .keys(["a"]))
    #expect(try caching.keys(SMFetchPolicyCacheOnly) == .keys(["a"]))
    #expect(app.logged.all.count == 3)
    #expect(app.logged.all.first?.hasPrefix("SMIncrementalStore: fetch todo ") == true)
    #expect(
      app.logged.all.dropFirst().first?.hasPrefix("SMIncrementalStore: fetched [{") == true)
    #expect(app.logged.all.last == #"SMIncrementalStore: fetched from the cache Todo ["a"]"#)
    app.insert("Todo", ["todoId": "b"])
    #expect(await caching.save(SMSavePolicyCacheOnly) == nil)
    #expect(
      app.logged.all.dropFirst(3) == [#"SMIncrementalStore: offline: ["inserted Todo b"]"#])
    app.insert("Todo", ["todoId": "a"])
    #expect(await caching.save(SMSavePolicyNetworkThenCache) == -108)
    let failed = app.logged.all.dropFirst(4).map { $0.prefix(30) }
    #expect(failed == ["SMIncrementalStore: POST /todo", "SMIncrementalStore: failed: [["])
  }
}
