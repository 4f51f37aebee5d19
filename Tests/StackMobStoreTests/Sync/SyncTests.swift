import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import SyncFixtures
import TestExecutors
import Testing

@MainActor @Suite(.serialized) struct `syncWithServer()` {
  /// Returns the device's requests after the first `count`, without those that the test itself has
  /// sent.
  private func lines(_ server: ItemServer, after count: Int) -> [String] {
    server.testStage.space.journal.dropFirst(count).map(\.request.line)
  }

  @Test func `a sync checks the network, reads, and sends whole objects`() async throws {
    let server = try ItemServer()
    server.send(.post, "/item", ["item_id": "a", "text": "old", "rating": 1])
    server.send(.post, "/item", ["item_id": "b", "text": "old", "related": ["a"]])
    server.send(.post, "/item", ["item_id": "c", "parent": "a"])
    let device = try ItemDevice(server)
    try await device.pull()
    try await device.change("a", ["text": nil])
    try await device.delete("b")
    let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: device.context)
    item.setValue("d", forKey: "item_id")
    item.setValue(7, forKey: "rating")
    item.setValue(try device.item("a"), forKey: "parent")
    try await device.saveOffline()
    let count = server.testStage.space.journal.count
    await device.store.syncWithServerAndWait()
    let requests = lines(server, after: count)
    #expect(requests.first == "HEAD /")
    #expect(Set(requests.dropFirst().prefix(3)) == ["GET /item/a", "GET /item/b", "GET /item/d"])
    #expect(
      Set(requests.dropFirst(4)) == [
        #"PUT /item/a {"item_id":"a","parent":null,"pic":null,"rating":1,"related":[],"text":null}"#,
        "DELETE /item/b",
        #"POST /item {"item_id":"d","parent":"a","pic":null,"rating":7,"related":[],"text":null}"#,
      ])
    let entry = server.testStage.space.journal.last { $0.request.method == .post }
    let relations = HTTPField.Name("X-StackMob-Relations").flatMap { entry?.request.headers[$0] }
    #expect(relations == "parent=item")
    #expect(server.items.keys.sorted() == ["a", "c", "d"])
    #expect(server.items["d"]?["parent"] == "a")
  }

  @Test func `nulls are left out if the server, which infers its schema, refuses them`()
    async throws
  {
    let server = try ItemServer(infersSchema: true)
    let device = try ItemDevice(server)
    try await device.insert("x", ["text": "a"])
    let count = server.testStage.space.journal.count
    #expect(await device.store.syncWithServerAndWait()?.map(\.line) == ["x 0"])
    #expect(
      lines(server, after: count) == [
        "HEAD /", "GET /item/x",
        #"POST /item {"item_id":"x","parent":null,"pic":null,"rating":null,"related":[],"text":"a"}"#,
        #"POST /item {"item_id":"x","related":[],"text":"a"}"#,
      ])
    #expect(try !device.isDirty("x"))
    try await device.change("x", ["text": nil])
    await device.store.syncWithServerAndWait()
    #expect(server.items["x"]?["text"] == .null)
    #expect(try !device.isDirty("x"))
  }

  @Test func `a sync ends silently if there is no network`() async throws {
    let server = try ItemServer()
    let device = try ItemDevice(server)
    let log = Lines()
    try await device.insert("x", ["text": "a"])
    device.store.syncCompletionCallback = { _ in log.add("completion") }
    device.store.syncCallbackForFailedInserts = { _ in log.add("failure") }
    device.isOnline = false
    #expect(await device.store.syncWithServerAndWait() == nil)
    #expect(!device.store.syncInProgress)
    device.isOnline = true
    #expect(log.all == [])
    #expect(try device.isDirty("x"))
    await device.store.syncWithServerAndWait()
    #expect(log.all == ["completion"])
  }

  @Test func `callbacks run on the app's queue, failures first, even without a task`() async throws
  {
    let server = try ItemServer()
    server.send(.post, "/item", ["item_id": "b", "text": "old"])
    server.send(.post, "/item", ["item_id": "c", "text": "old"])
    let device = try ItemDevice(server)
    let (queue, mark) = (DispatchQueue(label: "callbacks"), DispatchSpecificKey<Bool>())
    queue.setSpecific(key: mark, value: true)
    let log = Lines()
    @Sendable func report(_ text: String) {
      log.add(DispatchQueue.getSpecific(key: mark) == true ? text : "elsewhere: \(text)")
    }
    device.store.syncCallbackQueue = queue
    device.store.setSyncCallbackForFailedInserts { report("inserts \($0.count)") }
    device.store.setSyncCallbackForFailedUpdates { report("updates \($0.count)") }
    device.store.setSyncCallbackForFailedDeletes { report("deletes \($0.count)") }
    device.store.setSyncCompletionCallback { report("completion \($0.count)") }
    await device.store.syncWithServerAndWait()
    try await device.pull()
    try await device.insert("a", [:])
    try await device.change("b", ["text": "new"])
    try await device.delete("c")
    try server.testStage.space.addFault(
      FaultPlan(.answer(Response.json(.internalServerError, ["error": "down"]))))
    await device.store.syncWithServerAndWait()
    server.testStage.space.removeFault()
    #expect(
      log.all == ["completion 0", "inserts 1", "updates 1", "deletes 1", "completion 0"])
    #expect(try ["a", "b", "c"].allSatisfy { try device.isDirty($0) })
    await device.store.syncWithServerAndWait()
    #expect(log.all.last == "completion 3")
    #expect(try !["a", "b", "c"].contains { try device.isDirty($0) })
  }

  @Test func `a second sync during a sync does nothing`() async throws {
    let server = try ItemServer()
    let device = try ItemDevice(server)
    try await device.insert("x", ["text": "a"])
    let (store, log) = (device.store, Lines())
    device.network.afterWrite { _ in
      log.add("under way \(store.syncInProgress)")
      log.add("second \(await store.syncWithServerAndWait()?.count ?? -1)")
    }
    #expect(await device.store.syncWithServerAndWait()?.map(\.line) == ["x 0"])
    #expect(log.all == ["under way true", "second -1"])
  }

  /// Edits an item while its write is being sent, and compares device and server after two syncs.
  @Test(arguments: [ItemEdit.insert, .change, .delete], [ItemEdit.insert, .change, .delete])
  func `a save during a sync is not lost`(
    _ before: ItemEdit, _ meanwhile: ItemEdit
  ) async throws {
    let isThere = before != .delete
    guard isThere != (meanwhile == .insert) else { return }
    let server = try ItemServer()
    if before != .insert { server.send(.post, "/item", ["item_id": "x", "text": "old"]) }
    let device = try ItemDevice(server)
    try await device.pull()
    try await device.edit(before, "x", "first")
    device.network.afterWrite { _ in
      do { try await device.edit(meanwhile, "x", "second") } catch { Issue.record(error) }
    }
    await device.store.syncWithServerAndWait()
    let should = meanwhile == .delete ? nil : "second"
    #expect(try device.text("x") == should)
    #expect(try device.isDirty("x"))
    await device.store.syncWithServerAndWait()
    #expect(server.items["x"]?["text"]?.string == should)
    #expect(try device.text("x") == should)
    #expect(try !device.isDirty("x"))
  }

  /// Loses the response of a processed write, which the sync must not take for another client's.
  @Test(arguments: [ItemEdit.insert, .change, .delete], [nil, ItemEdit.change, .delete])
  func `a sync recognises its own write after a lost answer`(
    _ edit: ItemEdit, _ later: ItemEdit?
  ) async throws {
    guard edit != .delete || later == nil else { return }
    let server = try ItemServer()
    if edit != .insert { server.send(.post, "/item", ["item_id": "x", "text": "old"]) }
    let device = try ItemDevice(server)
    device.store.defaultSMMergePolicy = { _, _, _ in
      Issue.record("the policy was asked")
      return SMServerObject
    }
    try await device.pull()
    try await device.edit(edit, "x", "first")
    try server.pass(1000)
    var plan = FaultPlan(.deliver(.truncated(bytes: 0)))
    plan.occurrence = .call(3)
    try server.testStage.space.addFault(plan)
    await device.store.syncWithServerAndWait()
    server.testStage.space.removeFault()
    #expect(server.items["x"]?["text"]?.string == (edit == .delete ? nil : "first"))
    #expect(try device.isDirty("x"))
    try device.restart()
    if let later { try await device.edit(later, "x", "second") }
    let count = server.testStage.space.journal.count
    await device.store.syncWithServerAndWait()
    let writes = lines(server, after: count).filter {
      !$0.hasPrefix("GET") && !$0.hasPrefix("HEAD")
    }
    #expect(writes.count == (later == nil ? 0 : 1))
    let should = edit == .delete || later == .delete ? nil : later == nil ? "first" : "second"
    #expect(server.items["x"]?["text"]?.string == should)
    #expect(try device.text("x") == should)
    #expect(try !device.isDirty("x"))
  }

  @Test(arguments: ItemEdit.allCases, [false, true])
  func `failed objects count as synced if the app marks them`(
    _ edit: ItemEdit, _ purges: Bool
  ) async throws {
    let server = try ItemServer()
    if edit != .insert { server.send(.post, "/item", ["item_id": "x", "text": "old"]) }
    let device = try ItemDevice(server)
    try await device.pull()
    try await device.edit(edit, "x", "ours")
    let store = device.store
    let mark: SMSyncCallback = {
      store.markArrayOfFailedObjects(asSynced: $0, purgeFromCache: purges)
    }
    store.syncCallbackForFailedInserts = mark
    store.syncCallbackForFailedUpdates = mark
    store.syncCallbackForFailedDeletes = mark
    try server.testStage.space.addFault(
      FaultPlan(.answer(Response.json(.unauthorized, ["error": "no"]))))
    await device.store.syncWithServerAndWait()
    server.testStage.space.removeFault()
    #expect(try !device.isDirty("x"))
    #expect(try device.text("x") == (purges || edit == .delete ? nil : "ours"))
    #expect(await device.store.syncWithServerAndWait()?.count == 0)
  }
}
