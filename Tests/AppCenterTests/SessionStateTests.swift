import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization
import TestSupport
import Testing

@testable import AppCenter

@Suite struct `Session of the signed-in user` {
  private func run<Value>(
    _ context: MSAppCenterContext = `SDK start`.context(), _ body: () async throws -> Value
  ) async rethrows -> Value {
    try await MSAppCenterContext.$current.withValue(context) { try await body() }
  }

  /// Signs in with the callback form and returns the account, or the whole error.
  private func signIn() async -> String {
    let letters = Mailbox(of: String.self)
    MSAuth.signIn { user, error in
      guard let error = error as NSError? else {
        return letters.put(user.map { "user \($0.accountId)" } ?? "nothing")
      }
      let rest = error.userInfo.keys.filter { $0 != NSLocalizedDescriptionKey }
      let text = "\(error.domain) \(error.code) \(error.localizedDescription) \(rest.sorted())"
      letters.put(user == nil ? text : "user and error")
    }
    return await letters.next() ?? ""
  }

  private func failure(_ code: Int, _ text: String) -> String {
    "com.Microsoft.AppCenter.Auth.ErrorDomain \(code) \(text) []"
  }

  @Test func `all properties of a user are the given ones`() {
    let user = MSUserInformation(accountId: "a", accessToken: "b", idToken: "c")
    #expect([user.accountId, user.accessToken, user.idToken] == ["a", "b", "c"])
    let plain = MSUserInformation(accountId: "a")
    #expect([plain.accountId, plain.accessToken, plain.idToken] == ["a", nil, nil])
  }

  @Test func `each obstacle of a sign-in is a whole error`() async {
    let network = Network(isReachable: false)
    var environment = MSAppCenterEnvironment(transport: `SDK start`.context().environment.transport)
    environment.storage = .memory
    environment.reachability = network
    await run(MSAppCenterContext(environment: environment)) {
      let disabled = failure(100, "Auth is disabled.")
      #expect(await signIn() == disabled)
      MSAuth.setEnabled(true)
      #expect(!MSAuth.isEnabled())
      MSAppCenter.start("s", withServices: [MSAuth.self])
      #expect(MSAuth.isEnabled())
      #expect(
        await signIn() == failure(300, "User sign-in failed. Internet connection is down."))
      network.set(true)
      #expect(
        await signIn() == failure(202, "Sign-in is not configured; set a sign-in provider."))
      MSAuth.setSignInProvider { MSUserInformation(accountId: "a", idToken: "t") }
      #expect(await signIn() == "user a")
      MSAuth.setSignInProvider(nil)
      #expect(
        await signIn() == failure(202, "Sign-in is not configured; set a sign-in provider."))
      MSAuth.setEnabled(false)
      #expect(await signIn() == disabled)
    }
  }

  @Test func `a sign-in in progress refuses a second one and is interrupted by a sign-out`() async {
    await run {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      let (requested, answers) = (Mailbox(of: Void.self), Mailbox(of: String.self))
      MSAuth.setSignInProvider {
        requested.put(())
        return MSUserInformation(accountId: await answers.next() ?? "", idToken: "t")
      }
      async let first = signIn()
      _ = await requested.next()
      #expect(await signIn() == failure(200, "signIn already in progress."))
      MSAuth.signOut()
      async let second = signIn()
      _ = await requested.next()
      answers.put("one")
      #expect(
        await first == failure(201, "User sign-in was interrupted by another operation."))
      answers.put("two")
      #expect(await second == "user two")
      #expect(MSAuthTokenContext.sharedInstance().accountId == "two")
    }
  }

  @Test func `after a success and a failure the next sign-in can start`() async {
    struct Refused: Error {}
    await run {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      let count = Mutex(0)
      MSAuth.setSignInProvider {
        let number = count.withLock { count in
          count += 1
          return count
        }
        if number == 2 { throw Refused() }
        return MSUserInformation(accountId: "\(number)", accessToken: "access", idToken: "id")
      }
      #expect(await signIn() == "user 1")
      #expect(MSAuthTokenContext.sharedInstance().authToken == "id")
      #expect(await signIn().hasPrefix("AppCenterTests.") == true)
      #expect(MSAuthTokenContext.sharedInstance().accountId == "1")
      #expect(await signIn() == "user 3")
      #expect(MSAuthTokenContext.sharedInstance().accountId == "3")
    }
  }

  @Test func `disabling Auth signs the user out, enabling does not`() async throws {
    try await run {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      MSAuth.setSignInProvider { MSUserInformation(accountId: "a", accessToken: "t") }
      _ = try await MSAuth.signIn()
      MSAuth.setEnabled(true)
      let tokens = MSAuthTokenContext.sharedInstance()
      #expect([tokens.authToken, tokens.accountId] == ["t", "a"])
      MSAuth.setEnabled(false)
      #expect([tokens.authToken, tokens.accountId] == [nil, nil])
      MSAuth.setEnabled(true)
      #expect(MSAuth.isEnabled())
      #expect([tokens.authToken, tokens.accountId] == [nil, nil])
    }
  }

  @Test func `all fields of a session survive the process, and none its end`() throws {
    try withTemporaryStorage { storage in
      let first = `SDK start`.context(storage).authTokenContext
      first.setAuthToken(
        "t", withAccountId: String(repeating: "x", count: 37),
        expiresOn: Date(timeIntervalSince1970: 1.5))
      let second = `SDK start`.context(storage).authTokenContext
      #expect(second.authToken == "t")
      #expect(second.accountId == String(repeating: "x", count: 36))
      #expect(second.expiresOn == Date(timeIntervalSince1970: 1.5))
      second.setAuthToken("u", withAccountId: nil)
      let third = `SDK start`.context(storage).authTokenContext
      #expect(third.authToken == "u")
      #expect(third.accountId == nil)
      #expect(third.expiresOn == nil)
      third.setAuthToken(nil, withAccountId: "a", expiresOn: Date(timeIntervalSince1970: 9))
      let fourth = `SDK start`.context(storage).authTokenContext
      #expect(fourth.authToken == nil)
      #expect(fourth.accountId == nil)
      #expect(fourth.expiresOn == nil)
    }
  }

  @Test(
    arguments: [
      (#"{"token":"t","accountId":"a","expiresOn":2}"#, ["t", "a", "2.0"]),
      (#"{"token":"t","accountId":null,"expiresOn":null}"#, ["t", nil, nil]),
      (#"{"token":"t"}"#, ["t", nil, nil]), (#"{"accountId":"a"}"#, nil), (#"{"token":1}"#, nil),
      ("t", nil), ("", nil),
    ] as [(String, [String?]?)])
  func `a stored session needs a token only`(_ text: String, _ fields: [String?]?) {
    let session = AuthSession(text)
    #expect(session.map { [$0.token, $0.accountID, $0.expiry.map { "\($0)" }] } == fields)
    if let session { #expect(AuthSession(session.text) == session) }
  }

  @Test func `each observer hears of each change of the account`() async {
    await run {
      let changes = Mailbox(of: String.self)
      let tokens = MSAuthTokenContext.sharedInstance()
      tokens.observe { changes.put("1 \($0 ?? "-") \($1 ?? "-")") }
      tokens.observe { changes.put("2 \($0 ?? "-") \($1 ?? "-")") }
      tokens.setAuthToken("t", withAccountId: nil)
      tokens.setAuthToken("t", withAccountId: "a")
      tokens.setAuthToken("u", withAccountId: nil)
      tokens.setAuthToken(nil, withAccountId: "b")
      tokens.setAuthToken("v", withAccountId: "c")
      #expect(
        await changes.next(6) == ["1 - a", "2 - a", "1 a -", "2 a -", "1 - c", "2 - c"])
    }
  }

  private func withTemporaryStorage(_ body: (MSStorageLocation) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("appcenter-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(.directory(folder))
  }
}
