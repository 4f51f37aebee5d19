import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import StackMobScenarios
import TestSupport
import Testing

@testable import StackMob

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `Environments of tests` {
  private static let stage = MockTransport(.json(.ok, [:]))
  private static let clock = StepClock()

  private static func defaults(_ keys: [String: String]) -> ClientDefaults {
    ClientDefaults(
      transport: { name in
        name == "stackmob"
          ? stage.transport
          : Transport { _ throws(TransportError) in
            throw .cannotFindHost(name)
          }
      }, urlSession: { _ in .shared }, now: { Date(timeIntervalSince1970: 7) }, clock: clock,
      keys: keys)
  }

  @Test func `an environment of a test has its transport, clocks, stores and keys`() async throws {
    let (publicKey, privateKey) = (String(repeating: "1", count: 36), "private")
    let environment = SMEnvironment(
      Self.defaults(["STACKMOB_PUBLIC_KEY": publicKey, "STACKMOB_PRIVATE_KEY": privateKey]))
    #expect(environment.now() == Date(timeIntervalSince1970: 7))
    #expect(environment.clock as? StepClock === Self.clock)
    #expect(environment.store is SMMemorySessionStore)
    #expect(environment.passwords is SMMemoryPasswordStore)
    #expect(SMEnvironment.emulators == ["stackmob"])
    let client = try SMClient(environment: environment)
    #expect(client.publicKey == publicKey)
    #expect(client.appAPIVersion == "0")
    #expect(client.session.environment.sendsSecureCallsOverHTTP)
    _ = try await client.getLoggedInUser()
    #expect(Self.stage.requests.last?.authority == client.session.getHttpHost())
    let push = SMPushClient(environment: environment)
    #expect([push.publicKey, push.privateKey, push.appAPIVersion] == [publicKey, privateKey, "0"])
    #expect(push.host == client.session.getHttpHost())
    let published = SMPushClient(environment: SMEnvironment(Self.defaults([:])))
    #expect(published.publicKey == SMClient.emulatorPublicKey)
    #expect(published.privateKey == SMPushClient.emulatorPrivateKey)
  }

  @Test func `a client of an emulator has the version and key of the app`() throws {
    let key = String(repeating: "2", count: 36)
    let client = try SMClient(
      emulator: URL(string: "http://h:9"), apiVersion: "3", publicKey: key,
      environment: SMEnvironment(transport: Self.stage.transport))
    #expect(client.appAPIVersion == "3" && client.publicKey == key)
    #expect(client.session.secureOAuthClient.version == "3")
    #expect(client.session.secureOAuthClient.publicKey == key)
  }

  @Test func `the standard user agent names the SDK, the system and the language`() {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    let numbers = "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)"
    let agent = SMEnvironment().userAgent
    #expect(agent.hasPrefix("StackMob/2.2.0 ("))
    #expect(agent.hasSuffix("/\(numbers); \(Locale.current.identifier);)"))
  }
}
