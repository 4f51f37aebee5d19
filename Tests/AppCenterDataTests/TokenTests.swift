import AppCenter
import AppCenterData
import AppCenterScenarios
import Dispatch
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite struct `An expired token` {
  private let gate = Gate()
  private let reached = Mailbox(of: Void.self)

  /// A world whose user is signed in; where the transport waits, exchanges wait for the gate.
  private func world(waits: Bool = true) throws -> World {
    let world = try World { [gate, reached] environment in
      guard waits else { return }
      let direct = environment.transport
      environment.transport = Transport { request throws(TransportError) in
        if !request.isForCosmos {
          reached.put(())
          await gate.wait()
        }
        await Task.yield()
        return try await direct.send(request)
      }
    }
    try world.signIn()
    return world
  }

  private func create(_ numbers: Range<Int>, _ world: World, _ seen: Mailbox<Int>) {
    world.use {
      for number in numbers {
        MSData.create(
          withDocumentId: "\(number)", document: MSDictionaryDocument(from: ["n": number]),
          partition: "user"
        ) { seen.put($0.error?.code ?? number) }
      }
    }
  }

  /// The documents that were sent, and `nil` for each exchange.
  private func sent(_ world: World) throws -> [Int?] {
    try world.emulators.takeRequests().map { request in
      guard request.isForCosmos else { return nil }
      let id = try JSON.parse(request.body)["id"]?.string
      return Int(try #require(id))
    }
  }

  @Test(arguments: [true, false])
  func `is exchanged once for 200 calls, whose documents keep their order`(
    _ waits: Bool
  ) async throws {
    let world = try world(waits: waits)
    gate.open()
    _ = await world.read("any")
    world.emulators.advance(seconds: 86_400)
    _ = world.emulators.takeRequests()
    let seen = Mailbox(of: Int.self)
    create(0..<200, world, seen)
    #expect(Set(await seen.next(200)) == Set(0..<200))
    #expect(try sent(world) == [nil] + (0..<200).map(Optional.some))
  }

  @Test func `keeps calls in order that come while others go on with the new one`() async throws {
    let world = try world()
    let seen = Mailbox(of: Int.self)
    create(0..<100, world, seen)
    _ = await reached.next()
    gate.open()
    create(100..<300, world, seen)
    #expect(Set(await seen.next(300)) == Set(0..<300))
    #expect(try sent(world) == [nil] + (0..<300).map(Optional.some))
  }

  @Test func `fails all calls that wait for it, and is asked for anew by the next`() async throws {
    let world = try world()
    world.emulators.intercept { $0.isForCosmos ? nil : Response(.serviceUnavailable) }
    let seen = Mailbox(of: Int.self)
    create(0..<50, world, seen)
    // The other partition's exchange begins when all of these wait.
    async let other = world.read("x", in: "readonly")
    _ = await reached.next(2)
    gate.open()
    let code = MSDataErrorCode.cachedToken.rawValue
    #expect(await seen.next(50) == Array(repeating: code, count: 50))
    #expect(await other.code == code)
    #expect(try sent(world) == [nil, nil])
    world.emulators.intercept(nil)
    #expect(await world.create("51", ["n": 1]).code == nil)
  }

  @Test func `lets all calls go that wait for it when the service is disabled`() async throws {
    let reached = reached
    let world = try World { environment in
      environment.transport = Transport { _ throws(TransportError) in
        reached.put(())
        // As a connection on which nothing comes: it ends with the call.
        let forever = Mailbox(of: Response.self)
        _ = await forever.next()
        throw .cancelled
      }
    }
    try world.signIn()
    let seen = Mailbox(of: Int.self)
    create(0..<20, world, seen)
    async let other = world.read("x", in: "readonly")
    _ = await reached.next(2)
    world.use { MSData.setEnabled(false) }
    let code = MSDataErrorCode.cachedToken.rawValue
    #expect(await seen.next(20) == Array(repeating: code, count: 20))
    #expect(await other.code == code)
  }

  @Test func `is no other account's`() async throws {
    let world = try world()
    async let first = world.read("1")
    _ = await reached.next()
    try world.signIn("two")
    async let second = world.create("1", ["by": "two"])
    _ = await reached.next()
    gate.open()
    #expect(await second.partition == "user-two")
    _ = await first
    #expect(await world.read("1").json == #"{"by":"two"}"#)
  }

  @Test func `lets a handler block its thread until another call has ended`() async throws {
    let world = try world()
    gate.open()
    let seen = Mailbox(of: Bool.self)
    world.use {
      MSData.read(
        withDocumentId: "1", documentType: MSDictionaryDocument.self, partition: "user"
      ) { _ in
        let isDone = DispatchSemaphore(value: 0)
        MSData.read(
          withDocumentId: "2", documentType: MSDictionaryDocument.self, partition: "user"
        ) { _ in isDone.signal() }
        isDone.wait()
        seen.put(true)
      }
    }
    #expect(await seen.next() == true)
  }
}
