import Ghostlight
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import TestSupport
import Testing

/// The folders of a contract with the provider `users`, and of a recording of `GET /charges`.
private let contracts = "Tests/Consumer/Acceptance/Contracts"
private let recordings = "Tests/Consumer/Acceptance/Recordings"

@Suite(.limitedConcurrency) struct `Traits of a test in any order` {
  private static var options: RecordingOptions {
    var options = RecordingOptions()
    options.folder = recordings
    return options
  }

  /// Sends a request to the contract and checks that the emulator's namespace is the test's.
  private func useContract() async throws {
    let context = try TestContext.current
    #expect(context.responder.name == "users")
    #expect(await context.respond(to: Request(.get, "/users/1")).status == .ok)
    #expect(context.stage.configuration.services.map(\.name) == ["stackmob"])
  }

  @Test(
    .contract("users.json", given: ["user 1 exists"], folder: contracts), .ghostlight(.stackMob()))
  func `a contract before emulators responds`() async throws { try await useContract() }

  @Test(
    .ghostlight(.stackMob()), .contract("users.json", given: ["user 1 exists"], folder: contracts))
  func `a contract after emulators responds`() async throws { try await useContract() }

  @Test(.recording("charges", options, environment: [:]), .ghostlight(.stackMob()))
  func `a recording before emulators replaces the first one`() async throws {
    let context = try TestContext.current
    #expect(context.responder.name == "stackmob")
    var bodies: [String] = []
    for _ in 1...2 { bodies.append(await context.respond(to: Request(.get, "/charges")).text) }
    #expect(bodies == ["one", "two"])
  }

  @Suite(.ghostlight(.stackMob()), .contract("users.json", folder: contracts))
  struct `Suite with emulators and a contract` {
    @Test(.ghostlight(.mia(), .stackMob()))
    func `the emulators of a test replace those of its suite, and keep the contract`() async throws
    {
      let context = try TestContext.current
      #expect(context.responder.name == "users")
      #expect(await context.respond(to: Request(.get, "/users/1")).status == .ok)
      #expect(context.stage.configuration.services.map(\.name) == ["mia", "stackmob"])
    }
  }
}
