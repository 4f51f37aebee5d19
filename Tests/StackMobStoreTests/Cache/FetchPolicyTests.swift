import Dispatch
import Foundation
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

/// One test case: a fetch with a policy, and its expected result.
struct FetchRow: Sendable, CustomStringConvertible {
  /// The property or block with which the policy is set.
  enum Place: Sendable, CaseIterable {
    case store, oldName, request, oldOption, globalOptions, monitor
  }

  let policy: SMFetchPolicy
  let place: Place
  let isOnline: Bool
  let isCached: Bool
  /// Whether the cache has an object that waits for a sync.
  let isDirty: Bool

  static let policies = [
    SMFetchPolicyNetworkOnly, SMFetchPolicyCacheOnly, SMFetchPolicyTryNetworkElseCache,
    SMFetchPolicyTryCacheElseNetwork,
  ]

  static let all = policies.flatMap { policy in
    Place.allCases.flatMap { place in
      (0..<8).map { bits in
        FetchRow(
          policy: policy, place: place, isOnline: bits & 1 > 0, isCached: bits & 2 > 0,
          isDirty: bits & 4 > 0)
      }
    }
  }

  var description: String {
    "policy \(policy.rawValue) of \(place), \(isOnline ? "online" : "offline"), "
      + "\(isCached ? "cached" : "empty"), \(isDirty ? "dirty" : "clean")"
  }

  @MainActor var expected: CachingApp.Found {
    let server = isOnline ? CachingApp.Found.keys(["a", "later"]) : .failure(-105)
    let cached = (isCached ? ["a"] : []) + (isDirty ? ["dirty"] : [])
    switch policy {
    case SMFetchPolicyCacheOnly: return .keys(cached)
    case SMFetchPolicyTryNetworkElseCache: return isOnline ? server : .keys(cached)
    case SMFetchPolicyTryCacheElseNetwork: return cached.isEmpty ? server : .keys(cached)
    default: return server
    }
  }

  /// Whether the fetch must send a request to the server.
  var asks: Bool {
    guard isOnline else { return false }
    return switch policy {
    case SMFetchPolicyCacheOnly: false
    case SMFetchPolicyTryCacheElseNetwork: !isCached && !isDirty
    default: true
    }
  }
}

@MainActor @Suite(.serialized) struct `Policies of fetches` {
  @Test(arguments: FetchRow.all)
  func `the policy decides the source of the objects`(_ row: FetchRow) async throws {
    let caching = try CachingApp([.object("todo", ["todo_id": "a", "title": "A"])])
    if row.isCached { #expect(try caching.keys() == .keys(["a"])) }
    if row.isDirty {
      caching.app.insert("Todo", ["todoId": "dirty", "title": "D"])
      #expect(await caching.save(SMSavePolicyCacheOnly) == nil)
    }
    try caching.app.testStage.setUp([.object("todo", ["todo_id": "later"])], in: "stackmob")
    var own: SMFetchPolicy?
    switch row.place {
    case .store: caching.store.fetchPolicy = row.policy
    case .oldName: caching.store.cachePolicy = row.policy
    case .request: own = row.policy
    case .oldOption:
      let options = SMRequestOptions()
      (OldOption(options: options, policy: row.policy) as any OldNames).apply()
      caching.store.globalRequestOptions = options
    case .globalOptions:
      let options = SMRequestOptions()
      options.fetchPolicy = row.policy
      caching.store.globalRequestOptions = options
    case .monitor:
      NotificationCenter.default.post(
        name: SMSetCachePolicyNotification, object: caching.app.client.session.networkMonitor,
        userInfo: ["NewCachePolicy": NSNumber(value: row.policy.rawValue)])
    }
    let before = caching.app.lines.count
    caching.network.isOn = !row.isOnline
    #expect(try caching.keys(own) == row.expected)
    #expect(caching.app.lines(after: before) == (row.asks ? ["GET /todo"] : []))
  }

  @Test(arguments: [true, false])
  func `a monitor's policies apply to its own store only`(_ isOldName: Bool) async throws {
    let (one, other) = (try CachingApp(), try CachingApp())
    one.network.isOn = true
    let monitor = one.app.client.session.networkMonitor
    var observer: (any NSObjectProtocol)?
    await withCheckedContinuation { continuation in
      let isAnswered = Switch()
      observer = NotificationCenter.default.addObserver(
        forName: SMSetCachePolicyNotification, object: monitor, queue: nil
      ) { _ in
        guard !isAnswered.isOn else { return }
        isAnswered.isOn = true
        DispatchQueue.main.async { continuation.resume() }
      }
      if isOldName {
        (OldBlock(monitor: monitor) as any OldNames).apply()
      } else {
        monitor.setNetworkStatusChangeBlockWithFetchPolicyReturn { status in
          status == SMNetworkStatusReachable ? SMFetchPolicyNetworkOnly : SMFetchPolicyCacheOnly
        }
      }
    }
    monitor.stopMonitoring()
    if let observer { NotificationCenter.default.removeObserver(observer) }
    #expect(one.store.fetchPolicy == SMFetchPolicyCacheOnly)
    #expect(other.store.fetchPolicy == SMFetchPolicyNetworkOnly)
  }

  @Test func `policies apply only to a store with a cache`() throws {
    let app = try StoreApp([.object("todo", ["todo_id": "a"])])
    app.store.fetchPolicy = SMFetchPolicyCacheOnly
    app.store.savePolicy = SMSavePolicyCacheOnly
    #expect(try app.fetch("Todo").count == 1)
    app.insert("Todo", ["todoId": "b"])
    try app.context.saveAndWait()
    #expect(app.lines.map { $0.prefix(10) } == ["GET /todo", "POST /todo"])
  }

  @Test func `a fetch by location is never answered from or stored in the cache`() throws {
    let caching = try CachingApp([
      .schema("todo", ["location": "geopoint"]),
      .object("todo", ["todo_id": "a", "location": ["lat": 1, "lon": 2]]),
    ])
    let near = SMPredicate(
      where: "location", nearGeoPoint: SMGeoPoint(latitude: 1, longitude: 2))
    #expect(try caching.keys(nil, where: near) == .keys(["a"]))
    #expect(try caching.keys(SMFetchPolicyCacheOnly) == .keys([]))
    #expect(try caching.keys() == .keys(["a"]))
    #expect(try caching.keys(SMFetchPolicyCacheOnly, where: near) == .keys([]))
  }

  @Test(arguments: [true, false])
  func `results are cached unless the options say otherwise`(_ keeps: Bool) throws {
    let caching = try CachingApp([.object("todo", ["todo_id": "a", "title": "A"])])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
    let found = try caching.app.context.executeFetchRequestAndWait(
      request, options: SMRequestOptions(cacheResults: keeps))
    #expect(try caching.keys(SMFetchPolicyCacheOnly) == .keys(keeps ? ["a"] : []))
    #expect(found.first?.value(forKey: "title") as? String == "A")
    #expect(caching.app.lines == ["GET /todo"] + (keeps ? [] : ["GET /todo/a"]))
  }
}
