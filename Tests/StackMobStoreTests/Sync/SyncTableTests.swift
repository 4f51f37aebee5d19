import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

/// One test case: a kind of dirty object, a state of the server and a merge policy.
struct SyncRow: Sendable, CustomStringConvertible {
  enum Kind: String, Sendable, CaseIterable { case inserted, updated, deleted }
  /// The server's state: no object, an unchanged object, a change by another client, or an error
  /// response.
  enum Server: String, Sendable, CaseIterable {
    case missing, unchanged, changedEarlier, changedAtOnce, changedLater, refusing
  }
  enum Policy: String, Sendable, CaseIterable {
    case clientWins, lastModifiedWins, serverModifiedWins

    var mergePolicy: SMMergePolicy {
      switch self {
      case .clientWins: SMMergePolicyClientWins
      case .lastModifiedWins: SMMergePolicyLastModifiedWins
      case .serverModifiedWins: SMMergePolicyServerModifiedWins
      }
    }
  }

  /// The state of server, cache and callbacks after the sync.
  struct Outcome: Equatable {
    var handled: [String] = []
    var failed: [String] = []
    var onServer: String?
    var inCache: String?
    var isDirty = false
    /// The policy's calls, each with whether the server has the object and whether a base date is
    /// known.
    var policyCalls: [String] = []
  }

  let kind: Kind
  let server: Server
  let policy: Policy

  static let all = Kind.allCases.flatMap { kind in
    Server.allCases.filter { kind != .inserted || $0 != .unchanged }.flatMap { server in
      Policy.allCases.map { SyncRow(kind: kind, server: server, policy: $0) }
    }
  }

  var description: String { "\(kind) \(server) \(policy)" }

  private var isClientFirst: Bool {
    switch policy {
    case .clientWins: true
    case .lastModifiedWins: server == .missing || server == .changedEarlier
    case .serverModifiedWins: false
    }
  }

  private static let (ours, theirs) = ("ours", "theirs")

  var expected: Outcome {
    let insert = Outcome(handled: ["x 0"], onServer: Self.ours, inCache: Self.ours)
    let update = Outcome(handled: ["x 1"], onServer: Self.ours, inCache: Self.ours)
    let take = Outcome(handled: ["x 3"], onServer: Self.theirs, inCache: Self.theirs)
    let delete = Outcome(handled: ["deleted x 2"])
    var outcome: Outcome
    switch (kind, server) {
    case (_, .refusing):
      return Outcome(
        failed: ["\(kind) x HTTP 401"], onServer: kind == .inserted ? nil : "base",
        inCache: kind == .deleted ? nil : Self.ours, isDirty: true)
    case (.inserted, .missing): return insert
    case (.updated, .unchanged): return update
    case (.deleted, .missing): return Outcome()
    case (.deleted, .unchanged): return delete
    case (.updated, .missing): outcome = isClientFirst ? insert : Outcome(handled: ["x 3"])
    case (.deleted, _): outcome = isClientFirst ? delete : take
    default: outcome = isClientFirst ? update : take
    }
    let client = kind == .deleted ? "lastmoddate" : Self.ours
    let found = server == .missing ? "nothing" : Self.theirs
    outcome.policyCalls = [
      "\(client) against \(found) since \(kind == .inserted ? "never" : "1000")"
    ]
    return outcome
  }
}

@MainActor @Suite(.serialized) struct `The decision table of a sync` {
  @Test(arguments: SyncRow.all)
  func `each kind, server state and merge policy has its outcome`(_ row: SyncRow) async throws {
    #expect(try await Self.run(row, false) == row.expected)
  }

  /// Fails if the default policy is called although a policy is set for the kind.
  @Test(arguments: SyncRow.all.filter { $0.policy != .serverModifiedWins })
  func `the policy of a kind has precedence over the default policy`(_ row: SyncRow) async throws {
    #expect(try await Self.run(row, true) == row.expected)
  }

  private static func run(_ row: SyncRow, _ isOfKind: Bool) async throws -> SyncRow.Outcome {
    let server = try ItemServer()
    try server.pass(1000)
    if row.kind != .inserted { server.send(.post, "/item", ["item_id": "x", "text": "base"]) }
    let device = try ItemDevice(server)
    try await device.pull()
    try server.pass(1000)
    if row.server == .changedEarlier { change(row, server) }
    try server.pass(1000)
    if row.server == .changedAtOnce { change(row, server) }
    switch row.kind {
    case .inserted: try await device.insert("x", ["text": "ours"])
    case .updated: try await device.change("x", ["text": "ours"])
    case .deleted: try await device.delete("x")
    }
    try server.pass(1000)
    if row.server == .changedLater { change(row, server) }
    if row.server == .missing { server.send(.delete, "/item/x") }
    return try await outcome(row, server, device, isOfKind)
  }

  /// Creates or changes the object on the server, as another client would.
  private static func change(_ row: SyncRow, _ server: ItemServer) {
    if row.kind == .inserted {
      server.send(.post, "/item", ["item_id": "x", "text": "theirs"])
    } else {
      server.send(.put, "/item/x", ["text": "theirs"])
    }
  }

  private static func outcome(
    _ row: SyncRow, _ server: ItemServer, _ device: ItemDevice, _ isOfKind: Bool
  ) async throws -> SyncRow.Outcome {
    let (policyCalls, failed) = (Lines(), Lines())
    let policy = row.policy.mergePolicy
    let asking: SMMergePolicy = { client, server, base in
      let ours = client["text"] as? String ?? client.keys.compactMap { $0 as? String }.joined()
      let theirs = server.map { $0["text"] as? String ?? "-" } ?? "nothing"
      let since = base.map { Int64($0.timeIntervalSince1970 * 1000) - ItemServer.opening }
      policyCalls.add("\(ours) against \(theirs) since \(since.map { "\($0)" } ?? "never")")
      return policy(client, server, base)
    }
    if isOfKind {
      device.store.defaultSMMergePolicy = { _, _, _ in
        policyCalls.add("the default policy")
        return SMServerObject
      }
      switch row.kind {
      case .inserted: device.store.insertsSMMergePolicy = asking
      case .updated: device.store.updatesSMMergePolicy = asking
      case .deleted: device.store.deletesSMMergePolicy = asking
      }
    } else {
      device.store.defaultSMMergePolicy = asking
    }
    device.store.syncCallbackForFailedInserts = { failed.add(failures: $0, "inserted") }
    device.store.syncCallbackForFailedUpdates = { failed.add(failures: $0, "updated") }
    device.store.syncCallbackForFailedDeletes = { failed.add(failures: $0, "deleted") }
    let refusal = Response.json(.unauthorized, ["error": "log in"])
    if row.server == .refusing { try server.testStage.space.addFault(FaultPlan(.answer(refusal))) }
    let handled = try #require(await device.store.syncWithServerAndWait())
    server.testStage.space.removeFault()
    return SyncRow.Outcome(
      handled: handled.map(\.line), failed: failed.all,
      onServer: server.items["x"]?["text"]?.string, inCache: try device.text("x"),
      isDirty: try device.isDirty("x"), policyCalls: policyCalls.all)
  }
}

extension Lines {
  /// Records each object that a callback for failures gets.
  func add(failures: [Any], _ kind: String) {
    for failure in failures.compactMap({ $0 as? [String: Any] }) {
      let id = failure[SMFailedManagedObjectID] as? NSManagedObjectID
      let error = failure[SMFailedManagedObjectError] as? NSError
      let key = id?.uriRepresentation().lastPathComponent.dropFirst() ?? "-"
      add("\(kind) \(key) \(error?.domain ?? "-") \(error?.code ?? 0)")
    }
  }
}
