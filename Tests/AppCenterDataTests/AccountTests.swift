import AppCenter
import AppCenterData
import AppCenterScenarios
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Sign-in and sign-out with Data` {
  @Test func `a sign-out removes tokens and all documents`() async throws {
    let world = try await World.signedIn()
    try world.emulators.store("p", ["n": 1], in: "readonly")
    _ = await world.create("1", ["n": 1])
    _ = await world.read("p", in: "readonly")
    world.use { MSAuthTokenContext.setAuthToken(nil, withAccountId: nil) }
    #expect(try world.rows().isEmpty)
    #expect(try world.rows("readonly").isEmpty)
    _ = world.emulators.takeRequests()
    _ = await world.read("p", in: "readonly")
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [false, true])
  }

  @Test func `a different account gets its own token`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["by": "one"])
    try world.signIn("two")
    #expect(await world.read("1").status == 404)
    #expect(await world.create("1", ["by": "two"]).partition == "user-two")
    try world.signIn()
    #expect(await world.read("1").json == #"{"by":"one"}"#)
  }

  @Test func `a start without Auth removes nothing`() async throws {
    let world = try World()
    try world.emulators.store("p", ["n": 1], in: "readonly")
    _ = await world.read("p", in: "readonly")
    world.use { MSAppCenter.start(EmulatorPair.secret, withServices: [MSData.self]) }
    world.setOnline(false)
    #expect(await world.read("p", in: "readonly").json == #"{"n":1}"#)
  }

  @Test func `a disabled service has no documents and sends nothing`() async throws {
    let world = try await World.signedIn()
    _ = await world.create("1", ["n": 1])
    world.use {
      MSData.setEnabled(false)
      #expect(!MSData.isEnabled())
    }
    #expect(try world.rows().isEmpty)
    #expect(await world.read("1").code == 3)
    world.use { MSData.setEnabled(true) }
    _ = world.emulators.takeRequests()
    #expect(await world.read("1").json == #"{"n":1}"#)
    #expect(world.emulators.takeRequests().map(\.isForCosmos) == [false, true])
    world.use { MSAppCenter.setEnabled(false) }
    #expect(await world.read("1").code == 3)
  }

  @Test func `disabling the service cancels the calls in progress`() async throws {
    let reached = Mailbox(of: Void.self)
    let emulators = try EmulatorPair()
    let world = try World(emulators) { environment in
      let direct = environment.transport
      environment.transport = .init { request throws(TransportError) in
        guard request.isForCosmos else { return try await direct.send(request) }
        reached.put(())
        // This waits like a connection that gets no data: it ends only when the call is cancelled.
        let forever = Mailbox(of: Response.self)
        _ = await forever.next()
        throw .cancelled
      }
    }
    try world.signIn()
    async let seen = world.read("1")
    _ = await reached.next()
    world.use { MSData.setEnabled(false) }
    #expect(
      await seen
        == .failed(
          .httpError, "Unexpected error while talking to CosmosDB.", status: 0, partition: "user",
          id: "1"))
  }
}
