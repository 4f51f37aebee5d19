import AppCenter
import Dispatch
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import AppCenterData

@Suite struct `Making up for what was done offline` {
  private func offline() async throws -> (World, Listener) {
    let world = try await World.signedIn(isOnline: false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    return (world, listener)
  }

  @Test func `a document that exists by now stays, and the local one is dropped`() async throws {
    let (world, listener) = try await offline()
    _ = await world.create("1", ["by": "us"])
    try world.emulators.store("1", ["by": "them"], in: World.partition)
    world.setOnline(true)
    #expect(
      await listener.operations.next()
        == Listener.RemoteOperation(operation: "CREATE", code: 300, status: 409))
    #expect(await world.read("1").json == #"{"by":"them"}"#)
  }

  @Test func `the last write wins`() async throws {
    let (world, listener) = try await offline()
    _ = await world.replace("1", ["by": "us"])
    try world.emulators.store("1", ["by": "them"], in: World.partition)
    world.setOnline(true)
    #expect(await listener.operations.next()?.code == nil)
    #expect(world.emulators.stored("1", in: World.partition)?["document"] == ["by": "us"])
  }

  @Test(arguments: [400, 401, 403, 404, 408, 409, 412, 413, 429, 449, 500, 503])
  func `what can never succeed is dropped, the rest waits`(_ status: Int) async throws {
    let (world, listener) = try await offline()
    _ = await world.replace("1", ["n": 1])
    world.emulators.intercept {
      $0.isForCosmos && $0.method == .post ? Response(.init(code: status)) : nil
    }
    world.setOnline(true)
    #expect(
      await listener.operations.next()
        == Listener.RemoteOperation(operation: "REPLACE", code: 300, status: status))
    world.setOnline(false)
    let isKept = [401, 408, 429, 449, 500, 503].contains(status)
    // After 401 and 403 the token is forgotten, and nothing is known offline.
    if [401, 403].contains(status) {
      #expect(await world.read("1").code == 201)
    } else {
      #expect(await world.read("1").json == (isKept ? #"{"n":1}"# : nil))
    }
    world.emulators.intercept(nil)
    world.setOnline(true)
    if isKept {
      #expect(await listener.operations.next()?.eTag != nil)
    } else {
      #expect(await world.read("1").status == 404)
    }
  }

  @Test func `begins with a sign-in, an enabling and a start, not without a user`() async throws {
    let (world, listener) = try await offline()
    _ = await world.replace("1", ["n": 1])
    world.emulators.intercept { $0.isForCosmos ? Response(.serviceUnavailable) : nil }
    world.setOnline(true)
    #expect(await listener.operations.next()?.status == 503)
    world.use { MSData.setEnabled(true) }
    #expect(await listener.operations.next()?.status == 503)
    world.emulators.intercept(nil)
    try world.signIn("other")
    try world.signIn()
    #expect(await listener.operations.next()?.eTag != nil)
  }

  @Test func `keeps the time at which the document ends`() async throws {
    let (world, listener) = try await offline()
    _ = await world.replace("1", ["n": 1], options: MSWriteOptions(deviceTimeToLive: 100))
    world.emulators.advance(seconds: 60)
    world.setOnline(true)
    _ = await listener.operations.next()
    world.setOnline(false)
    world.emulators.advance(seconds: 39)
    // Reading would renew the time, listing too.
    #expect(try world.rows().map(\.expiration) == [1_568_974_372])
    world.emulators.advance(seconds: 1)
    #expect(await world.read("1").code == 202)
  }

  @Test func `what has ended is dropped without a word`() async throws {
    let (world, _) = try await offline()
    _ = await world.replace("1", ["n": 1], options: MSWriteOptions(deviceTimeToLive: 100))
    world.emulators.advance(seconds: 100)
    world.setOnline(true)
    #expect(await world.read("2").status == 404)
    #expect(world.emulators.takeRequests().map(\.method) == [.get])
    #expect(try world.rows().isEmpty)
  }

  @Test func `a delegate that is gone is not told, nor one of direct calls`() async throws {
    let (world, listener) = try await offline()
    let second = Listener()
    world.use { MSData.setRemoteOperationDelegate(Listener()) }
    _ = await world.replace("1", ["n": 1])
    world.setOnline(true)
    while try world.rows().contains(where: { $0.pending != nil }) { await Task.yield() }
    world.use { MSData.setRemoteOperationDelegate(second) }
    _ = await world.create("2", ["n": 1])
    world.setOnline(false)
    _ = await world.replace("3", ["n": 1])
    world.setOnline(true)
    #expect(await second.operations.next()?.id == "3")
    world.use { MSData.setRemoteOperationDelegate(listener) }
  }

  @Test func `a change made while it is sent is sent after it`() async throws {
    let (world, listener) = try await offline()
    _ = await world.create("1", ["n": 1])
    let isSecond = Once()
    world.emulators.intercept { request in
      guard request.isForCosmos, request.method == .post, isSecond.first() else { return nil }
      // The app writes while the first version is under way.
      world.setOnline(false)
      let done = DispatchSemaphore(value: 0)
      world.use {
        MSData.replace(
          withDocumentId: "1", document: MSDictionaryDocument(from: ["n": 2]), partition: "user"
        ) { _ in done.signal() }
      }
      done.wait()
      return nil
    }
    world.setOnline(true)
    #expect(await listener.operations.next()?.operation == "CREATE")
    world.setOnline(true)
    #expect(await listener.operations.next()?.operation == "REPLACE")
    #expect(world.emulators.stored("1", in: World.partition)?["document"] == ["n": 2])
  }

  @Test func `repeats what may succeed later, as no direct call does`() async throws {
    let world = try World { $0.retryIntervals = [.zero, .zero] }
    try world.signIn()
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    world.emulators.intercept { $0.isForCosmos ? Response(.serviceUnavailable) : nil }
    #expect(await world.delete("1").status == 503)
    world.setOnline(false)
    _ = await world.delete("1")
    _ = world.emulators.takeRequests()
    world.setOnline(true)
    #expect(await listener.operations.next()?.status == 503)
    #expect(world.emulators.takeRequests().map(\.method) == [.delete, .delete, .delete])
  }
}
