import Foundation
import Ghostlight
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import SyncFixtures
import Testing

/// One test case: an online save whose request or response is lost, and the app's later edit of the
/// object.
struct LostSave: Sendable, CustomTestStringConvertible {
  /// The later edit: none, a change or a deletion.
  enum Later: String, Sendable, CaseIterable { case same, change, delete }

  let first: ItemEdit
  let loss: Loss
  let isRestarted: Bool
  let later: Later
  let isOnline: Bool
  let policy: SyncRow.Policy

  var testDescription: String {
    "\(first), \(loss)\(isRestarted ? ", restart" : ""), then \(later) "
      + "\(isOnline ? "online" : "offline"), \(policy)"
  }

  static let all: [LostSave] = {
    var rows: [LostSave] = []
    for (first, loss) in ItemEdit.allCases.flatMap({ edit in Loss.silent.map { (edit, $0) } }) {
      for isRestarted in loss.kills ? [true] : [false, true] {
        for later in Later.allCases {
          // A context cannot insert an object while a deletion of the same key is pending.
          if first == .delete, later == .change, !isRestarted { continue }
          for isOnline in [true, false] {
            for policy in SyncRow.Policy.allCases {
              rows.append(
                LostSave(
                  first: first, loss: loss, isRestarted: isRestarted, later: later,
                  isOnline: isOnline, policy: policy))
            }
          }
        }
      }
    }
    return rows
  }()

  /// The text that the item must have in the end, or `nil` if it must be deleted.
  var expected: String? {
    switch later {
    case .same: first == .delete ? nil : "two"
    case .change: "three"
    case .delete: nil
    }
  }
}

@MainActor @Suite(.serialized) struct `A save with a lost answer` {
  /// Returns a device that has all items of the server, and whose merge policy records each call.
  private static func device(
    _ server: ItemServer, _ policy: SyncRow.Policy, _ calls: Lines
  ) async throws -> ItemDevice {
    let device = try ItemDevice(server)
    let answer = policy.mergePolicy
    device.store.defaultSMMergePolicy = { client, theirs, base in
      calls.add("\(client["text"] ?? "-") against \(theirs?["text"] ?? "-")")
      return answer(client, theirs, base)
    }
    try await device.pull()
    try server.pass(1000)
    return device
  }

  @Test(arguments: LostSave.all)
  func `no edit is lost or duplicated, and no policy is called`(_ row: LostSave) async throws {
    let server = try ItemServer()
    if row.first != .insert { server.send(.post, "/item", ["item_id": "x", "text": "one"]) }
    let calls = Lines()
    let device = try await Self.device(server, row.policy, calls)
    device.lose(row.loss)
    #expect(try await device.edit(row.first, "x", "two", online: true) == -108)
    if row.isRestarted { try device.restart() }
    try server.pass(1000)
    #expect(try await Self.follow(row, device) == nil)
    try server.pass(1000)
    await device.store.syncWithServerAndWait()
    #expect(server.items.mapValues { $0["text"]?.string } == row.expected.map { ["x": $0] } ?? [:])
    #expect(try device.text("x") == row.expected)
    #expect(try !device.isDirty("x"))
    #expect(try device.unansweredWrites() == [])
    #expect(calls.all == [])
  }

  /// Performs the app's later edit, and returns the code of the save's error.
  ///
  /// After a restart, the app knows a new object only if it reads the object from the server.
  private static func follow(_ row: LostSave, _ device: ItemDevice) async throws -> Int? {
    switch row.later {
    case .same where !row.isRestarted: return await device.save(online: row.isOnline)
    case .same: return try await device.edit(row.first, "x", "two", online: row.isOnline)
    case .change where row.isRestarted && row.first == .insert || row.first == .delete:
      return try await device.edit(.insert, "x", "three", online: row.isOnline)
    case .change: return try await device.edit(.change, "x", "three", online: row.isOnline)
    case .delete where row.first == .delete && !row.isRestarted:
      return await device.save(online: row.isOnline)
    case .delete:
      if row.isRestarted { try await device.pull() }
      guard try device.text("x") != nil || !row.isRestarted else { return nil }
      return try await device.edit(.delete, "x", "-", online: row.isOnline)
    }
  }

  /// Runs with three writes of one group, and with one write in each of the three groups.
  @Test(arguments: [[ItemEdit.change, .change, .change], [.insert, .change, .delete]], 1...3)
  func `a save of several objects does not lose later edits`(
    _ edits: [ItemEdit], _ number: Int
  ) async throws {
    for loss in Loss.silent {
      let server = try ItemServer()
      let keys = ["a", "b", "c"]
      for (key, edit) in zip(keys, edits) where edit != .insert {
        server.send(.post, "/item", ["item_id": .string(key), "text": "one"])
      }
      let calls = Lines()
      let device = try await Self.device(server, .serverModifiedWins, calls)
      device.lose(loss, at: number)
      for (key, edit) in zip(keys, edits) {
        switch edit {
        case .insert:
          let item = NSEntityDescription.insertNewObject(
            forEntityName: "Item", into: device.context)
          item.setValue(key, forKey: "item_id")
          item.setValue("two", forKey: "text")
        case .change: try device.item(key).setValue("two", forKey: "text")
        case .delete: device.context.delete(try device.item(key))
        }
      }
      #expect(await device.save(online: true) == -108)
      try device.restart()
      try server.pass(1000)
      for (key, edit) in zip(keys, edits) {
        let isKnown = try device.text(key) != nil
        #expect(
          try await device.edit(
            edit == .delete ? .delete : isKnown ? .change : .insert, key, "three", online: false)
            == nil)
      }
      await device.store.syncWithServerAndWait()
      var expected = ["a": "three", "b": "three", "c": "three"]
      if edits.contains(.delete) { expected["c"] = nil }
      #expect(server.items.mapValues { $0["text"]?.string } == expected, "\(loss)")
      #expect(calls.all == [], "\(loss)")
      #expect(try device.unansweredWrites() == [], "\(loss)")
    }
  }

  /// Saves a relationship, which changes the objects at both ends.
  @Test(arguments: [nil, .request, .response, .killBefore, .killAfter] as [Loss?], [true, false])
  func `a save of a relation does not lose later edits at either end`(
    _ loss: Loss?, _ isToMany: Bool
  ) async throws {
    let server = try ItemServer()
    for key in ["p", "x"] {
      server.send(.post, "/item", ["item_id": .string(key), "text": "one"])
    }
    let calls = Lines()
    let device = try await Self.device(server, .serverModifiedWins, calls)
    let (parent, item) = (try device.item("p"), try device.item("x"))
    if isToMany {
      item.setValue(Set([parent]), forKey: "related")
    } else {
      item.setValue(parent, forKey: "parent")
    }
    device.lose(loss)
    #expect(await device.save(online: true) == (loss == nil ? nil : -108))
    if loss?.kills == true { try device.restart() }
    try server.pass(1000)
    for key in ["p", "x"] {
      #expect(try await device.edit(.change, key, "three", online: false) == nil)
    }
    await device.store.syncWithServerAndWait()
    #expect(server.items.mapValues { $0["text"]?.string } == ["p": "three", "x": "three"])
    #expect(calls.all == [])
    #expect(try device.unansweredWrites() == [])
  }

  @Test(arguments: Loss.silent, [false, true])
  func `a deletion does not remove a new object with the same key`(
    _ loss: Loss, _ isOnline: Bool
  ) async throws {
    let server = try ItemServer()
    server.send(.post, "/item", ["item_id": "x", "text": "one"])
    let calls = Lines()
    let device = try await Self.device(server, .serverModifiedWins, calls)
    device.lose(loss)
    if isOnline {
      #expect(try await device.edit(.delete, "x", "-", online: true) == -108)
      try device.restart()
    } else {
      try await device.delete("x")
      await device.store.syncWithServerAndWait()
      if loss.kills { try device.restart() }
    }
    try server.pass(1000)
    try await device.insert("x", ["text": "three"])
    await device.store.syncWithServerAndWait()
    #expect(server.items.mapValues { $0["text"]?.string } == ["x": "three"])
    #expect(calls.all == [])
    #expect(try device.unansweredWrites() == [])
  }

  @Test(arguments: SyncRow.Policy.allCases)
  func `a change by another device is left to the merge policy`(
    _ policy: SyncRow.Policy
  ) async throws {
    let server = try ItemServer()
    server.send(.post, "/item", ["item_id": "x", "text": "one"])
    let calls = Lines()
    let device = try await Self.device(server, policy, calls)
    device.lose(.response)
    #expect(try await device.edit(.change, "x", "two", online: true) == -108)
    server.send(.put, "/item/x", ["text": "theirs"])
    try server.pass(1000)
    #expect(try await device.edit(.change, "x", "three", online: false) == nil)
    await device.store.syncWithServerAndWait()
    #expect(calls.all == ["three against theirs"])
    let expected = policy == .serverModifiedWins ? "theirs" : "three"
    #expect(server.items["x"]?["text"]?.string == expected)
    #expect(try device.text("x") == expected)
  }

  /// Edits one field offline; the sync sends the whole object, with the fields that did not change.
  @Test(arguments: [false, true], SyncRow.Policy.allCases)
  func `the merge policy decides about another device's change of a third field`(
    _ isEarlier: Bool, _ policy: SyncRow.Policy
  ) async throws {
    let server = try ItemServer()
    server.send(.post, "/item", ["item_id": "x", "text": "one", "rating": 1, "pic": "old"])
    let calls = Lines()
    let device = try await Self.device(server, policy, calls)
    if isEarlier { server.send(.put, "/item/x", ["pic": "theirs"]) }
    device.lose(.response)
    try device.item("x").setValue(2, forKey: "rating")
    #expect(await device.save(online: true) == -108)
    if !isEarlier { server.send(.put, "/item/x", ["pic": "theirs"]) }
    try device.restart()
    try server.pass(1000)
    #expect(try await device.edit(.change, "x", "three", online: false) == nil)
    await device.store.syncWithServerAndWait()
    #expect(calls.all == ["three against one"])
    #expect(
      server.items["x"]?["pic"]?.string == (policy == .serverModifiedWins ? "theirs" : "old"))
  }

  /// Opens a cache of version 0.1.0, which stored only the last body in the ledger's column.
  @Test(arguments: [nil, "three"])
  func `a cache of an earlier version recognises a save`(_ later: String?) async throws {
    let server = try ItemServer()
    server.send(.post, "/item", ["item_id": "x", "text": "one"])
    let calls = Lines()
    let device = try await Self.device(server, .serverModifiedWins, calls)
    try await device.change("x", ["text": "two"])
    server.send(.put, "/item/x", ["text": "two"])
    let sent = #"{"item_id":"x","parent":null,"pic":null,"rating":null,"related":[],"text":"two"}"#
    let cache = try #require(device.store.settings.cache)
    try cache.write { context in
      let row = try cache.row(ObjectKey(entity: "Item", key: "x"), context)
      row?.setValue(sent, forKey: CacheModel.ledger)
    }
    try device.restart()
    if let later { try await device.change("x", ["text": later]) }
    await device.store.syncWithServerAndWait()
    #expect(server.items["x"]?["text"]?.string == later ?? "two")
    #expect(calls.all == [])
    #expect(try device.unansweredWrites() == [])
  }
}
