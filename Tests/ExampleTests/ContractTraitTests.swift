import GhostlightTesting
import Testing

@Suite struct `An app that greets` {
  // No emulator: what the contract promises is what the app gets.
  @Test(.contract("stackmob/custom-code", given: ["custom code exists"]))
  func `shows what custom code answers`() async throws {
    var request = Request(.get, "/hello")
    request.headers[.accept] = "application/vnd.stackmob+json; version=0"
    request.headers[.stackMobAPIKey] = StackMobConfiguration().developmentKeys.publicKey
    let answer = try await TestContext.current.respond(to: request)
    #expect(answer.json?["msg"] == "Hello, world!")
  }

  // The other way round: the emulator, as the test leaves it, keeps the contract.
  @Test(.ghostlight(.stackMob()), .verifies("stackmob/custom-code"))
  func `gets from the emulator what the contract promises`() {}
}
