import GhostlightTesting
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `An app tested with a contract` {
  // This test has no emulator: the app receives the responses of the contract.
  @Test(.contract("stackmob/custom-code", given: ["custom code exists"]))
  func `the app receives the custom code response of the contract`() async throws {
    var request = Request(.get, "/hello")
    request.headers[.accept] = "application/vnd.stackmob+json; version=0"
    request.headers[.stackMobAPIKey] = StackMobConfiguration().developmentKeys.publicKey
    let answer = try await TestContext.current.respond(to: request)
    #expect(answer.json?["msg"] == "Hello, world!")
  }

  // In this test the emulator, in the state that the test leaves, has to keep the contract.
  @Test(.ghostlight(.stackMob()), .verifies("stackmob/custom-code"))
  func `the emulator keeps the contract that the app is tested with`() {}
}
