import Foundation
import Ghostlight
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import Testing

/// One test case: a fetch after changes by another client, and the expected contents of the cache.
struct NetworkFetch: Sendable, CustomTestStringConvertible {
  enum Result: Sendable { case objects, ids, count }

  let testDescription: String
  /// The items that another client deletes before the fetch; in `rates`, the items that get a
  /// rating of 9.
  var deletes: [String] = []
  var rates: [String] = []
  /// The items that the device changes offline before the fetch.
  var edits: [String] = []
  var rating: Int?
  var isOrdered = false
  var offset = 0
  var limit = 0
  var result = Result.objects
  var policy: SMFetchPolicy?
  var cachesResults = true
  var isOnline = true
  /// The keys that the cache must contain afterwards.
  ///
  /// Before, it has items a to d with ratings 1 to 4.
  let cached: [String]

  static let all = [
    NetworkFetch(testDescription: "all objects", deletes: ["b"], cached: ["a", "c", "d"]),
    NetworkFetch(
      testDescription: "the ids of all objects", deletes: ["b"], result: .ids,
      cached: ["a", "c", "d"]),
    NetworkFetch(
      testDescription: "their number", deletes: ["b"], result: .count,
      cached: ["a", "b", "c", "d"]),
    NetworkFetch(
      testDescription: "no object left", deletes: ["a", "b", "c", "d"], cached: []),
    NetworkFetch(
      testDescription: "a condition that finds what was deleted", deletes: ["a", "b"], rating: 2,
      cached: ["a", "c", "d"]),
    NetworkFetch(
      testDescription: "a condition that an object does not meet any more", rates: ["c"],
      rating: 3, cached: ["a", "b", "d"]),
    NetworkFetch(
      testDescription: "a first page", deletes: ["a"], isOrdered: true, limit: 2,
      cached: ["b", "c", "d"]),
    NetworkFetch(
      testDescription: "a first page that others have moved to", deletes: ["a", "b"],
      isOrdered: true, limit: 2, cached: ["c", "d"]),
    NetworkFetch(
      testDescription: "a second page", deletes: ["c"], isOrdered: true, offset: 2, limit: 2,
      cached: ["a", "b", "d"]),
    NetworkFetch(
      testDescription: "all but the first page", deletes: ["a", "d"], isOrdered: true, offset: 1,
      cached: ["a", "c"]),
    NetworkFetch(
      testDescription: "objects that wait for a sync", deletes: ["a", "b"], edits: ["b"],
      cached: ["b", "c", "d"]),
    NetworkFetch(
      testDescription: "the cache only", deletes: ["b"], policy: SMFetchPolicyCacheOnly,
      cached: ["a", "b", "c", "d"]),
    NetworkFetch(
      testDescription: "the cache before the network", deletes: ["b"],
      policy: SMFetchPolicyTryCacheElseNetwork, cached: ["a", "b", "c", "d"]),
    NetworkFetch(
      testDescription: "the network before the cache", deletes: ["b"],
      policy: SMFetchPolicyTryNetworkElseCache, cached: ["a", "c", "d"]),
    NetworkFetch(
      testDescription: "the cache without a network", deletes: ["b"],
      policy: SMFetchPolicyTryNetworkElseCache, isOnline: false, cached: ["a", "b", "c", "d"]),
    NetworkFetch(
      testDescription: "results that are not cached", deletes: ["b"], cachesResults: false,
      cached: ["a", "b", "c", "d"]),
  ]
}

@MainActor @Suite(.serialized) struct `A fetch from the network` {
  @Test(arguments: NetworkFetch.all)
  func `a fetch removes from the cache what the server does not return`(
    _ fetch: NetworkFetch
  ) async throws {
    let server = try ItemServer()
    for (number, key) in ["a", "b", "c", "d"].enumerated() {
      server.send(
        .post, "/item", ["item_id": .string(key), "rating": .integer(Int64(number + 1))])
    }
    let device = try ItemDevice(server)
    try await device.pull()
    for key in fetch.edits { try await device.change(key, ["text": "mine"]) }
    for key in fetch.deletes { server.send(.delete, "/item/\(key)") }
    for key in fetch.rates { server.send(.put, "/item/\(key)", ["rating": 9]) }
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    if let rating = fetch.rating { request.predicate = NSPredicate(format: "rating == %d", rating) }
    if fetch.isOrdered {
      request.sortDescriptors = [NSSortDescriptor(key: "rating", ascending: true)]
    }
    request.fetchOffset = fetch.offset
    request.fetchLimit = fetch.limit
    let options = SMRequestOptions(cacheResults: fetch.cachesResults)
    options.fetchPolicy = fetch.policy
    device.isOnline = fetch.isOnline
    if fetch.result == .count {
      _ = try device.context.countAndWait(for: request, options: options)
    } else {
      _ = try device.context.executeFetchRequestAndWait(
        request, returnManagedObjectIDs: fetch.result == .ids, options: options)
    }
    device.isOnline = true
    #expect(try Self.cached(device) == fetch.cached)
  }

  /// The fetch gets an object and its related objects with one request.
  @Test func `a fetch of related objects removes those not related any more`() async throws {
    let server = try ItemServer()
    for key in ["a", "b", "c"] { server.send(.post, "/item", ["item_id": .string(key)]) }
    server.send(.post, "/item", ["item_id": "x", "related": ["a", "b"]])
    let device = try ItemDevice(server)
    try await device.pull()
    server.send(.put, "/item/x", ["related": ["b", "c"]])
    server.send(.delete, "/item/a")
    server.send(.delete, "/item/c")
    server.send(.post, "/item", ["item_id": "c"])
    device.store.purgeCache(of: try device.id("b"))
    let related = try device.item("x").value(forRelationshipKey: "related")
    let keys = (related as? Set<NSManagedObject>)?.compactMap { $0.smObjectId() }.sorted()
    #expect(keys == ["b", "c"])
    #expect(try Self.cached(device) == ["b", "c", "x"])
  }

  private static func cached(_ device: ItemDevice) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
    let options = SMRequestOptions()
    options.fetchPolicy = SMFetchPolicyCacheOnly
    return try device.context.executeFetchRequestAndWait(request, options: options)
      .compactMap { $0.smObjectId() }.sorted()
  }
}
