import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import TestSupport
import Testing

@MainActor @Suite(.serialized) struct `Settings of a store` {
  private typealias Change = @MainActor @Sendable (SMCoreDataStore) -> Void

  /// Returns the settings of a store as texts, by name.
  private static func settings(_ store: SMCoreDataStore) -> [String: String] {
    let called = Lines()
    let policies: [(String, SMMergePolicy?)] = [
      ("defaultPolicy", store.defaultSMMergePolicy), ("inserts", store.insertsSMMergePolicy),
      ("updates", store.updatesSMMergePolicy), ("deletes", store.deletesSMMergePolicy),
    ]
    var settings: [String: String] = [:]
    for (name, policy) in policies { settings[name] = policy.map { "\($0([:], nil, nil))" } ?? "-" }
    let callbacks: [(String, SMSyncCallback?)] = [
      ("failedInserts", store.syncCallbackForFailedInserts),
      ("failedUpdates", store.syncCallbackForFailedUpdates),
      ("failedDeletes", store.syncCallbackForFailedDeletes),
      ("completion", store.syncCompletionCallback),
    ]
    for (name, callback) in callbacks { settings[name] = "\(callback != nil)" }
    settings["queue"] = store.syncCallbackQueue.label
    settings["timestamps"] = "\(store.sendLocalTimestamps)"
    settings["fetch"] = "\(store.fetchPolicy.rawValue) \(store.cachePolicy.rawValue)"
    settings["save"] = "\(store.savePolicy.rawValue)"
    settings["secure"] = "\(store.globalRequestOptions.isSecure)"
    settings["inProgress"] = "\(store.syncInProgress) \(called.all.count)"
    return settings
  }

  private static let changes: [(String, Change)] = [
    ("defaultPolicy", { $0.defaultSMMergePolicy = { _, _, _ in 7 } }),
    ("inserts", { $0.insertsSMMergePolicy = { _, _, _ in 7 } }),
    ("updates", { $0.updatesSMMergePolicy = { _, _, _ in 7 } }),
    ("deletes", { $0.deletesSMMergePolicy = { _, _, _ in 7 } }),
    ("failedInserts", { $0.syncCallbackForFailedInserts = { _ in } }),
    ("failedUpdates", { $0.syncCallbackForFailedUpdates = { _ in } }),
    ("failedDeletes", { $0.syncCallbackForFailedDeletes = { _ in } }),
    ("completion", { $0.syncCompletionCallback = { _ in } }),
    ("failedInserts", { $0.setSyncCallbackForFailedInserts { _ in } }),
    ("failedUpdates", { $0.setSyncCallbackForFailedUpdates { _ in } }),
    ("failedDeletes", { $0.setSyncCallbackForFailedDeletes { _ in } }),
    ("completion", { $0.setSyncCompletionCallback { _ in } }),
    ("queue", { $0.syncCallbackQueue = DispatchQueue(label: "own") }),
    ("timestamps", { $0.sendLocalTimestamps = true }),
    ("fetch", { $0.fetchPolicy = SMFetchPolicyCacheOnly }),
    ("fetch", { $0.cachePolicy = SMFetchPolicyCacheOnly }),
    ("save", { $0.savePolicy = SMSavePolicyCacheOnly }),
    ("secure", { $0.globalRequestOptions = .withHTTPS() }),
  ]

  @Test func `a setting changes nothing but itself`() throws {
    for (name, change) in Self.changes {
      let store = try StoreApp().store
      let before = Self.settings(store)
      change(store)
      let after = Self.settings(store)
      #expect(before.keys.filter { before[$0] != after[$0] } == [name])
    }
    #expect(
      Self.settings(try StoreApp().store) == [
        "defaultPolicy": "0", "inserts": "-", "updates": "-", "deletes": "-",
        "failedInserts": "false", "failedUpdates": "false", "failedDeletes": "false",
        "completion": "false", "queue": DispatchQueue.main.label, "timestamps": "false",
        "fetch": "0 0", "save": "0", "secure": "false", "inProgress": "false 0",
      ])
  }

  @Test func `a policy of a kind is used for its kind only`() {
    var options = SyncSettings.Options()
    options.policies[.updated] = Callback { _, _, _ in 7 }
    let winners = DirtyKind.allCases.map { options.policy(for: $0).block([:], [:], Date()) }
    #expect(winners == [SMServerObject, 7, SMServerObject])
  }

  @Test func `a sync begins once until it ends`() {
    let settings = SyncSettings()
    #expect([settings.begin(), settings.begin(), settings.isRunning] == [true, false, true])
    settings.end()
    #expect([settings.isRunning, settings.begin()] == [false, true])
  }

  @Test(arguments: [
    (9, "0123456789", "012345678 <MAX_LOG_LENGTH_REACHED>"), (10, "0123456789", "0123456789"),
    (11, "0123456789", "0123456789"), (0, "0", " <MAX_LOG_LENGTH_REACHED>"),
    (-1, "0", " <MAX_LOG_LENGTH_REACHED>"), (0, "", ""),
  ]) func `a text of the log is cut after its limit`(
    _ limit: Int, _ text: String, _ logged: String
  ) async {
    await ProcessSetting.storeLog.take()
    defer { ProcessSetting.storeLog.giveBack() }
    SM_MAX_LOG_LENGTH = limit
    defer { SM_MAX_LOG_LENGTH = 10_000 }
    #expect(StoreLog.shortened(text) == logged)
  }

  @Test func `purging posts what is purged`() throws {
    let caching = try CachingApp()
    let (store, ids) = (caching.store, [try caching.id("a"), try caching.id("b")])
    let objects = ids.map { caching.app.context.object(with: $0) }
    let posted = Lines()
    let names = [
      SMPurgeObjectFromCacheNotification, SMPurgeObjectsFromCacheNotification,
      SMPurgeObjectsFromCacheByEntityNotification, SMResetCacheNotification,
      SMMarkObjectAsSyncedNotification, SMMarkArrayOfObjectsAsSyncedNotification,
      SMSyncWithServerNotification,
    ]
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: store, queue: nil) { note in
        let members = (note.userInfo ?? [:]).map { key, value in
          let ids = value as? [NSManagedObjectID] ?? (value as? NSManagedObjectID).map { [$0] }
          let text = ids.map { $0.map { $0.uriRepresentation().lastPathComponent }.joined() }
          return " \(key) \(text ?? "\(value)")"
        }
        posted.add("\(note.name.rawValue)\(members.sorted().joined())")
      }
    }
    defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
    store.purgeCache(of: ids[0])
    store.purgeCacheOfManagedObject(byID: ids[1])
    store.purgeCache(ofManagedObjects: objects)
    store.purgeCache(ofManagedObjectsIDs: [ids[1]])
    store.purgeCacheOfObjects(withEntityName: "Todo")
    store.resetCache()
    store.markFailedObject(asSynced: [SMFailedManagedObjectID: ids[0]], purgeFromCache: false)
    store.markObject(asSynced: [SMFailedManagedObjectID: ids[1]], purgeFromCache: false)
    store.markArrayOfFailedObjects(asSynced: ids, purgeFromCache: false)
    store.markArrayOfObjects(asSynced: ids, purgeFromCache: false)
    #expect(
      posted.all == [
        "SMPurgeObjectFromCacheNotification objectID pa",
        "SMPurgeObjectFromCacheNotification objectID pb",
        "SMPurgeObjectsFromCacheNotification objectIDs papb",
        "SMPurgeObjectsFromCacheNotification objectIDs pb",
        "SMPurgeObjectsFromCacheByEntityNotification entityName Todo",
        "SMResetCacheNotification",
        "SMMarkObjectAsSyncedNotification SMFailedManagedObjectID pa",
        "SMMarkObjectAsSyncedNotification SMFailedManagedObjectID pb",
        "SMMarkArrayOfObjectsAsSyncedNotification", "SMMarkArrayOfObjectsAsSyncedNotification",
      ])
  }
}
