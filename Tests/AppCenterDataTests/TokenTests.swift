import AppCenter
import AppCenterData
import AppCenterScenarios
import Dispatch
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Shared token exchanges` {
  private let gate = Gate()
  private let reached = Mailbox(of: Void.self)

  /// Creates a world with a signed-in user; if `waits` is `true`, token exchanges wait until the
  /// gate opens.
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

  /// Returns one element for each request: a document's number, or `nil` for a token exchange.
  private func sent(_ world: World) throws -> [Int?] {
    try world.emulators.takeRequests().map { request in
      guard request.isForCosmos else { return nil }
      let id = try JSON.parse(request.body)["id"]?.string
      return Int(try #require(id))
    }
  }

  @Test(arguments: [true, false])
  func `200 calls share one token exchange and send documents in order`(
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

  @Test func `calls stay in order while others continue with a new token`() async throws {
    let world = try world()
    let seen = Mailbox(of: Int.self)
    create(0..<100, world, seen)
    _ = await reached.next()
    gate.open()
    create(100..<300, world, seen)
    #expect(Set(await seen.next(300)) == Set(0..<300))
    #expect(try sent(world) == [nil] + (0..<300).map(Optional.some))
  }

  @Test func `a failed exchange fails all waiting calls, not later ones`() async throws {
    let world = try world()
    world.emulators.intercept { $0.isForCosmos ? nil : Response(.serviceUnavailable) }
    let seen = Mailbox(of: Int.self)
    create(0..<50, world, seen)
    // The exchange for the other partition starts after all of these calls have started to wait.
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

  @Test func `disabling the service ends all calls that wait for a token`() async throws {
    let reached = reached
    let world = try World { environment in
      environment.transport = Transport { _ throws(TransportError) in
        reached.put(())
        // This waits like a connection that gets no data: it ends only when the call is cancelled.
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

  @Test func `a token is not used for a different account`() async throws {
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

  @Test func `a handler can block its thread until a second call ends`() async throws {
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
