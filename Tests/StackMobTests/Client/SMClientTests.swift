import Foundation
import StackMobScenarios
import TestSupport
import Testing

@testable import StackMob
import StackMobEmulator

@Suite(.limitedConcurrency) struct `StackMob client` {
  private static let key = TestStage.publicKey

  private static let refused: [(String?, String?)] = [
    (nil, key), ("", key), ("1a", key), ("-1", key), ("\u{0661}", key), ("0", nil),
    ("0", String(key.dropLast())), ("0", ""),
  ]

  @Test(arguments: refused) func `a client needs a numeric version and a 36-character key`(
    _ version: String?, _ key: String?
  ) {
    let exception = #expect(throws: SMException.self) {
      try SMClient(apiVersion: version, publicKey: key)
    }
    #expect(exception?.name == "SMClientInitializationException")
  }

  @Test func `a client accepts a host and a user schema of the app`() throws {
    let client = try SMClient(
      apiVersion: "2", apiHost: "localhost:4401", publicKey: Self.key, userSchema: "Teacher",
      userPrimaryKeyField: "email", userPasswordField: "secret")
    #expect(client.appAPIVersion == "2")
    #expect(client.publicKey == Self.key)
    #expect(client.session.getHttpHost() == "localhost:4401")
    #expect(client.session.getHttpsHost() == "localhost:4401")
    #expect(client.userSchema == "teacher")
    #expect(client.userPrimaryKeyField == "email")
    #expect(client.userPasswordField == "secret")
    #expect(client.networkMonitor === client.session.networkMonitor)
  }

  @Test func `the first client is the default until another one is set`() throws {
    let defaults = DefaultClient()
    let (first, second) = (try client(), try client())
    #expect(defaults.current == nil)
    defaults.offer(first)
    defaults.offer(second)
    #expect(defaults.current === first)
    defaults.current = second
    #expect(defaults.current === second)
  }

  @Test func `each call of dataStore returns a new data store`() throws {
    let client = try client()
    let (first, second) = (client.dataStore(), client.dataStore())
    #expect(first !== second)
    #expect(first.session === client.session && second.session === client.session)
    #expect(first.apiVersion == "0")
  }

  @available(*, deprecated)
  @Test func `SDK Deprecations - apiHost still returns the host`() throws {
    #expect(try client().apiHost == "api.stackmob.com")
  }

  private func client() throws -> SMClient {
    try SMClient(apiVersion: "0", publicKey: Self.key)
  }
}
