import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `Restoring a session` {
  struct Outcome: Sendable, Equatable {
    var user: String?
    var status: Int?
    var isUnchecked = false
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answers: [Response]
    var outcome: Outcome
    var sessionID: String?
    var isKept = true
  }

  static let me = Response.json(.ok, ["id": "5b0b", "username": "fresh"])
  static let cut: Response = {
    var response = Response(.ok)
    response.delivery = .reset
    return response
  }()

  static let rows = [
    Row(
      testDescription: "the session lives", answers: [me],
      outcome: Outcome(user: "fresh"), sessionID: "6d0c"),
    Row(
      testDescription: "the session has ended", answers: [Response(.noContent), .session("new")],
      outcome: Outcome(user: "mario"), sessionID: "new"),
    Row(
      testDescription: "the session is refused",
      answers: [.refusal(401, "Unauthorized"), .session("new")],
      outcome: Outcome(user: "mario"), sessionID: "new"),
    Row(
      testDescription: "the password has changed",
      answers: [Response(.noContent), .refusal(402, "bad credential")],
      outcome: Outcome(status: 402), isKept: false),
    Row(
      testDescription: "the user is gone",
      answers: [Response(.noContent), .refusal(404, "no such user")],
      outcome: Outcome(status: 404), isKept: false),
    Row(
      testDescription: "the login is not allowed",
      answers: [Response(.noContent), .refusal(403, "Forbidden")], outcome: Outcome(status: 403)),
    Row(
      testDescription: "there is no connection", answers: [cut],
      outcome: Outcome(user: "mario", isUnchecked: true), sessionID: "6d0c"),
    Row(
      testDescription: "the connection breaks before the login",
      answers: [Response(.noContent), cut],
      outcome: Outcome(user: "mario", isUnchecked: true), sessionID: "6d0c"),
    Row(
      testDescription: "the server is in trouble", answers: [.refusal(503, "later")],
      outcome: Outcome(user: "mario", isUnchecked: true), sessionID: "6d0c"),
  ]

  @Test(arguments: rows)
  func `a restored session reports its state`(_ row: Row) async throws {
    let service = ScriptedServer([.session()] + row.answers)
    let store = MKMemoryStore()
    let change: (inout MKEnvironment) -> Void = {
      $0.transport = .inProcess(service.responder)
      $0.store = store
    }
    let before = TestApp(change: change)
    _ = try await before.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
    }
    let app = TestApp(change: change)
    let outcome: Outcome = try await app.awaitCallback { resume in
      MKUser.login { (user: MKUser?, error: Error?, localCredential: Bool) in
        resume(
          Outcome(
            user: user?.userName, status: (error as? MKError)?.statusCode,
            isUnchecked: localCredential))
      }
    }
    #expect(outcome == row.outcome)
    #expect(app.instance.sessionID == row.sessionID)
    #expect(app.instance.getLoggedUser()?.userName == row.outcome.user)
    #expect((store.bytes(named: "mia-credentials.json") != nil) == row.isKept)
  }

  @Test func `without stored credentials no user is restored`() async throws {
    let app = TestApp()
    let restored = try await app.run { try await MKUser.loginWithLocalStoredUser() }
    #expect(restored.user == nil && !restored.localCredential)
    #expect(app.service.requests.isEmpty)
  }

  @Test func `a login that stores nothing removes earlier credentials`() async throws {
    let app = TestApp(.session())
    try await app.run {
      _ = try await MKUser.logInWithEmail("a@b.c", password: "pw", storeUserLocaly: true)
      #expect(app.store.bytes(named: "mia-credentials.json") != nil)
      _ = try await MKUser.logInWithEmail("d@e.f", password: "pw")
      #expect(app.store.bytes(named: "mia-credentials.json") == nil)
    }
  }

  @Test func `an app can store credentials itself`() async throws {
    let keychain = Keychain()
    let app = TestApp(.session(), change: { $0.credentialStore = keychain })
    _ = try await app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
    }
    let user = #"{"id":"5b0b","username":"mario","email":"m@example.com"}"#
    #expect(
      keychain.load()
        == MKCredentials(email: "m@example.com", password: "pw", sessionID: "6d0c", user: user))
  }
}
