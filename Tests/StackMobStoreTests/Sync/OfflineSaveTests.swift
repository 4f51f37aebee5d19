import Foundation
import GhostlightCore
import HTTPTypes
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import SyncFixtures
import Synchronization
import TestExecutors
import Testing

@MainActor @Suite(.serialized) struct `Saving without the server` {
  /// The kind of dirty object after a series of edits, by whether the item exists on the server.
  ///
  /// The kind is `nil` if the item is not dirty in the end.
  nonisolated static let transitions: [(isKnown: Bool, edits: [ItemEdit], kind: String?)] = [
    (false, [.insert], "Inserted"), (false, [.insert, .change], "Inserted"),
    (false, [.insert, .change, .change], "Inserted"), (false, [.insert, .delete], nil),
    (false, [.insert, .change, .delete], nil), (false, [.insert, .delete, .insert], "Inserted"),
    (true, [.change], "Updated"), (true, [.change, .change], "Updated"),
    (true, [.delete], "Deleted"), (true, [.change, .delete], "Deleted"),
    (true, [.delete, .insert], "Updated"), (true, [.delete, .insert, .delete], "Deleted"),
    (true, [.change, .delete, .insert, .change], "Updated"),
  ]

  @Test(arguments: transitions)
  func `an edit moves an object between the dirty lists`(
    _ isKnown: Bool, _ edits: [ItemEdit], _ kind: String?
  ) async throws {
    let server = try ItemServer()
    if isKnown { server.send(.post, "/item", ["item_id": "x", "text": "old"]) }
    let device = try ItemDevice(server)
    try await device.pull()
    let listed = Mutex<[String]>([])
    let token = NotificationCenter.default.addObserver(
      forName: SMDirtyQueueNotification, object: try device.below, queue: nil
    ) { note in
      let lists = [
        SMDirtyInsertedObjectKeys, SMDirtyUpdatedObjectKeys, SMDirtyDeletedObjectKeys,
      ]
      let lines = lists.flatMap { list in
        (note.userInfo?[list] as? [NSManagedObjectID] ?? []).map {
          "\(list) \($0.uriRepresentation().lastPathComponent)"
        }
      }
      listed.withLock { $0 = lines }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    for (number, edit) in edits.enumerated() {
      try await device.edit(edit, "x", "\(number)")
    }
    #expect(listed.withLock { $0 } == (kind.map { ["SMDirty\($0)ObjectKeys px"] } ?? []))
    #expect(try device.isDirty("x") == (kind != nil))
    try device.restart()
    #expect(try device.isDirty("x") == (kind != nil))
  }

  @Test func `offline saves need entities with two dates`() async throws {
    let device = try ItemDevice(try ItemServer())
    let undated = NSEntityDescription.insertNewObject(
      forEntityName: "Undated", into: device.context)
    undated.setValue("u", forKey: "undated_id")
    do {
      try await device.saveOffline()
      Issue.record("was saved")
    } catch {
      #expect((error as? SMException)?.name == SMExceptionIncompatibleObject)
    }
  }

  @Test(arguments: [-90_000, 0, 90_000] as [Int64])
  func `a save uses the server's time with any clock of the device`(_ lag: Int64) async throws {
    let server = try ItemServer()
    let device = try ItemDevice(server, lag: lag)
    device.store.sendLocalTimestamps = true
    // This sync measures the difference between the server's clock and the device's clock.
    #expect(await device.store.syncWithServerAndWait()?.count == 0)
    try server.pass(1000)
    try await device.insert("x", ["text": "a"])
    try server.pass(1000)
    try await device.change("x", ["text": "b"])
    try server.pass(1000)
    await device.store.syncWithServerAndWait()
    let item = server.items["x"]
    #expect(item?["createddate"]?.integer == ItemServer.opening + 1000)
    #expect(item?["lastmoddate"]?.integer == ItemServer.opening + 2000)
  }

  @Test(arguments: [true, false])
  func `the date of a change is sent if the app wants it`(_ sends: Bool) async throws {
    let server = try ItemServer()
    server.send(.post, "/item", ["item_id": "x", "text": "old"])
    let device = try ItemDevice(server)
    device.store.sendLocalTimestamps = sends
    try await device.pull()
    try server.pass(1000)
    try await device.change("x", ["text": "new"])
    try server.pass(1000)
    #expect(await device.store.syncWithServerAndWait()?.map(\.line) == ["x 1"])
    let item = server.items["x"]
    #expect(item?["createddate"]?.integer == ItemServer.opening)
    #expect(item?["lastmoddate"]?.integer == ItemServer.opening + (sends ? 1000 : 2000))
    #expect(try !device.isDirty("x"))
  }

  @Test func `bytes are stored as text until a sync sends them`() async throws {
    let device = try ItemDevice(try ItemServer())
    let bytes = Data("picture".utf8)
    let text = SMBinaryDataConversion.string(
      forBinaryData: bytes, name: "a.png", contentType: "image/png")
    try await device.insert("x", ["pic": text])
    let kept = try #require(try device.item("x").value(forKey: "pic") as? String)
    #expect(!SMBinaryDataConversion.stringContainsURL(kept))
    #expect(try SMBinaryDataConversion.data(for: kept) == bytes)
    await device.store.syncWithServerAndWait()
    let url = try #require(try device.item("x").value(forKey: "pic") as? String)
    #expect(SMBinaryDataConversion.stringContainsURL(url))
  }
}
