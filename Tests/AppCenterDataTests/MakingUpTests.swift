import AppCenter
import AppCenterScenarios
import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import AppCenterData

@Suite(.limitedConcurrency) struct `Sending of offline operations` {
  private func offline() async throws -> (World, Listener) {
    let world = try await World.signedIn(isOnline: false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    return (world, listener)
  }

  @Test func `a pending creation is dropped if the document exists now`() async throws {
    let (world, listener) = try await offline()
    _ = await world.create("1", ["by": "us"])
    try world.emulators.store("1", ["by": "them"], in: World.partition)
    world.setOnline(true)
    #expect(
      await listener.operations.next()
        == Listener.RemoteOperation(operation: "CREATE", code: 300, status: 409))
    #expect(await world.read("1").json == #"{"by":"them"}"#)
  }

  @Test func `the last write of a document wins`() async throws {
    let (world, listener) = try await offline()
    _ = await world.replace("1", ["by": "us"])
    try world.emulators.store("1", ["by": "them"], in: World.partition)
    world.setOnline(true)
    #expect(await listener.operations.next()?.code == nil)
    #expect(world.emulators.stored("1", in: World.partition)?["document"] == ["by": "us"])
  }

  @Test(arguments: [400, 401, 403, 404, 408, 409, 412, 413, 429, 449, 500, 503])
  func `only operations with a final status are dropped`(_ status: Int) async throws {
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
    // A 401 or 403 removes the token, and without a token no document can be read offline.
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

  @Test func `a failed operation is sent again at each of 200 reconnections`() async throws {
    let (world, listener) = try await offline()
    _ = await world.replace("1", ["n": 1])
    world.emulators.intercept { $0.isForCosmos ? Response(.serviceUnavailable) : nil }
    for _ in 1...200 {
      world.setOnline(true)
      #expect(await listener.operations.next()?.status == 503)
      world.setOnline(false)
    }
  }

  @Test func `sign-in, enabling and start send pending operations of the user`() async throws {
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

  @Test func `a sent operation keeps the expiration of its document`() async throws {
    let (world, listener) = try await offline()
    _ = await world.replace("1", ["n": 1], options: MSWriteOptions(deviceTimeToLive: 100))
    world.emulators.advance(seconds: 60)
    world.setOnline(true)
    _ = await listener.operations.next()
    world.setOnline(false)
    world.emulators.advance(seconds: 39)
    // The rows are checked directly, because a read or a list would renew their time to live.
    #expect(try world.rows().map(\.expiration) == [1_568_974_372])
    world.emulators.advance(seconds: 1)
    #expect(await world.read("1").code == 202)
  }

  @Test func `an expired operation is dropped without a delegate call`() async throws {
    let (world, _) = try await offline()
    _ = await world.replace("1", ["n": 1], options: MSWriteOptions(deviceTimeToLive: 100))
    world.emulators.advance(seconds: 100)
    world.setOnline(true)
    #expect(await world.read("2").status == 404)
    #expect(world.emulators.takeRequests().map(\.method) == [.get])
    #expect(try world.rows().isEmpty)
  }

  @Test func `a released delegate is not called, nor any for direct calls`() async throws {
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

  @Test func `a write during a sending is sent after it`() async throws {
    let (world, listener) = try await offline()
    _ = await world.create("1", ["n": 1])
    let isSecond = Once()
    world.emulators.intercept { request in
      guard request.isForCosmos, request.method == .post, isSecond.first() else { return nil }
      // The app writes the document again while the first version is being sent.
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

  @Test func `operations are sent once although the network comes back repeatedly`() async throws {
    let gate = Gate()
    let posted = Mutex(0)
    let world = try World { environment in
      let direct = environment.transport
      environment.transport = Transport { request throws(TransportError) in
        if request.isForCosmos, request.method == .post {
          posted.withLock { $0 += 1 }
          await gate.wait()
        }
        return try await direct.send(request)
      }
    }
    try world.signIn()
    _ = await world.read("any")
    world.setOnline(false)
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    _ = await world.create("1", ["n": 1])
    _ = await world.create("2", ["n": 2])
    world.setOnline(true)
    await gate.someoneWaits()
    for _ in 1...5 {
      world.setOnline(true)
      world.setOnline(false)
      world.setOnline(true)
    }
    // This read returns only after all earlier work has started.
    #expect(await world.read("other").status == 404)
    gate.open()
    let eTags = await listener.operations.next(2).map(\.eTag)
    #expect(eTags.allSatisfy { $0 != nil })
    #expect(await world.read("1").json == #"{"n":1}"#)
    #expect(posted.withLock { $0 } == 2)
  }

  @Test func `without a signed-in user no pending operation is sent`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("appcenter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try await World.signedIn(.directory(folder), isOnline: false)
    _ = await first.replace("1", ["n": 1])
    _ = first.emulators.takeRequests()
    let world = try World(first.emulators, storage: .directory(folder), isStarted: false)
    world.use {
      // App Center Data does not notice a sign-out before the service is started, so the row is
      // kept.
      MSAuthTokenContext.setAuthToken(nil, withAccountId: nil)
      MSAppCenter.start(EmulatorPair.secret, withServices: [MSData.self])
      MSData.setNetworkReachable(false)
      MSData.setNetworkReachable(true)
      MSData.setEnabled(true)
    }
    // This read returns only after all earlier work has started.
    _ = await world.read("p", in: "readonly")
    let requests = world.emulators.takeRequests()
    #expect(requests.map(\.isForCosmos) == [false, true])
    #expect(requests.map(\.method) == [.post, .get])
    #expect(try world.rows().map(\.pending?.rawValue) == ["REPLACE"])
  }

  @Test func `pending operations are retried, direct calls are not`() async throws {
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
