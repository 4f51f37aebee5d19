import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization
import TestExecutors
import TestSupport
import Testing

@testable import mkApp

@Suite(.limitedConcurrency) struct `State of a user's session` {
  private static func sids(_ app: TestApp) -> [String?] {
    app.service.requests.map { request in HTTPField.Name("sid").flatMap { request.headers[$0] } }
  }

  @Test func `a second login and a logout replace session and user`() async throws {
    let app = TestApp(
      .session("one"), .json(.ok, []), .session("two"), .json(.ok, []), .json(.ok, [:]),
      .json(.ok, []))
    let query = app.run { MIAQuery(collectionName: "c") }
    try await app.run {
      let first = try await MKUser.logInWithEmail("a@b.c", password: "p")
      _ = try await query.findObjects()
      let second = try await MKUser.logInWithEmail("d@e.f", password: "q")
      #expect(app.instance.getLoggedUser() === second && first !== second)
      #expect(app.instance.sessionID == "two")
      _ = try await query.findObjects()
      try await second.logout()
      #expect(app.instance.getLoggedUser() == nil && app.instance.sessionID == nil)
      _ = try await query.findObjects()
    }
    #expect(Self.sids(app) == [nil, "one", "one", "two", "two", nil])
  }

  @Test func `a blocking logout ends the session too`() async throws {
    let app = TestApp(.session(), .json(.ok, [:]))
    let user = try await app.run { try await MKUser.logInWithEmail("a@b.c", password: "p") }
    try Self.logOut(user, app)
    #expect(app.instance.sessionID == nil)
    #expect(app.service.lines.last == "POST /users/logout")
  }

  private static func logOut(_ user: MKUser, _ app: TestApp) throws {
    try app.run { try user.logout() }
  }

  /// One test case: a call with a block, its request, and whether credentials are stored.
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    var isKept = false
    let call: @Sendable (@escaping @Sendable (String) -> Void) -> Void
    var testDescription: String { "\(line) \(isKept)" }
  }

  private static func text(_ error: (any Error)?) -> String {
    (error as? MKError).map { "\($0.code) \($0.statusCode ?? 0) \($0.message)" } ?? "done"
  }

  private static let login = "POST /users/login email=a%40b.c&password=p%26"
  private static let rows = [
    Row(line: login, isKept: true) { report in
      MKUser.logInWithEmail(inBackground: "a@b.c", password: "p&", storeUserLocaly: true) {
        report($0?.userName ?? text($1))
      }
    },
    Row(line: login) { report in
      MKUser.logInWithEmail(inBackground: "a@b.c", password: "p&", storeUserLocaly: false) {
        report($0?.userName ?? text($1))
      }
    },
    Row(line: login) { report in
      MKUser.logInWithEmail(inBackground: "a@b.c", password: "p&") {
        report($0?.userName ?? text($1))
      }
    },
    Row(line: #"POST /users/forgot {"email":"a@b.c"}"#) { report in
      MKUser.restoreLostPassword(forUserEmail: "a@b.c") { report(text($0)) }
    },
    Row(line: #"POST /users/resend {"email":"a@b.c"}"#) { report in
      MKUser.resendVerificationEmail("a@b.c") { report(text($0)) }
    },
  ]

  @Test(arguments: rows, [false, true]) func `a call reports its result or its error`(
    _ row: Row, _ isRefused: Bool
  ) async throws {
    let app = TestApp(isRefused ? .refusal(403, "no") : .session())
    let received: String = try await app.awaitCallback { row.call($0) }
    let success = row.line == Self.login ? "mario" : "done"
    #expect(received == (isRefused ? "operationNotAllowed 403 no" : success))
    #expect(app.service.lines == [row.line])
    #expect((app.store.bytes(named: "mia-credentials.json") != nil) == (row.isKept && !isRefused))
  }

  @Test(arguments: [nil, "sid"]) func `stored credentials have all their members`(_ sid: String?) {
    let store = MKMemoryStore()
    let kept = MKCredentials(email: "a", password: "b", sessionID: sid, user: "{\"id\":1}")
    MKKeptCredentials(store: store).save(kept)
    #expect(MKKeptCredentials(store: store).load() == kept)
    MKKeptCredentials(store: store).clear()
    #expect(MKKeptCredentials(store: store).load() == nil)
  }

  @Test(arguments: [
    (#"{"email":"a","password":"b"}"#, true), (#"{"email":"a"}"#, false),
    (#"{"password":"b"}"#, false), ("{", false),
  ]) func `stored credentials need an email and a password`(_ text: String, _ isRead: Bool) {
    let store = MKMemoryStore()
    store.setBytes(Array(text.utf8), named: "mia-credentials.json")
    let expected = MKCredentials(email: "a", password: "b", sessionID: nil, user: "{}")
    #expect(MKKeptCredentials(store: store).load() == (isRead ? expected : nil))
  }

  @Test func `a user shows its fields`() async throws {
    let app = TestApp(
      .json(
        .ok,
        [
          "id": "s", "uid": "u7",
          "user": [
            "username": "m", "email": "m@n.o", "validated": true, "gravatar": "http://g/x",
          ],
        ]))
    let user = try await app.run { try await MKUser.logInWithEmail("m@n.o", password: "p") }
    #expect([user.userName, user.email, user.gravatarUrlString] == ["m", "m@n.o", "http://g/x"])
    #expect(user.validated && user.collectionId == "u7")
    let fresh = app.run { MKUser() }
    #expect(fresh?.validated == false && fresh?.email == nil && fresh?.collectionName == "users")
  }

  @Test(
    arguments: [
      .json(.ok, ["user": ["id": "u"]]), .json(.ok, ["id": "s"]),
      .json(.ok, ["id": 1, "user": [:]]),
    ] as [Response]) func `a login without session or user is an invalid response`(
      _ answer: Response
    ) async throws
  {
    let app = TestApp(answer)
    await #expect(
      throws: MKError(
        .invalidResponse, message: "The server's response has no session or no user.")
    ) { try await app.run { try await MKUser.logInWithEmail("a@b.c", password: "p") } }
    #expect(app.instance.sessionID == nil)
  }

  @Test(arguments: [
    (nil, "The user has no email; set \"email\"."), ("", "The user has no email; set \"email\"."),
    ("m", "\"m\" is not an email address."), ("m@n", "The user has no password; set \"password\"."),
  ]) func `a registration names what is missing`(_ email: String?, _ message: String) throws {
    let app = TestApp()
    try app.run {
      let user = try #require(MKUser())
      if let email { user.setObject(email, forKey: "email") }
      let error = #expect(throws: MKError.self) { try user.save() }
      #expect(error?.message == message)
    }
    #expect(app.service.requests.isEmpty)
  }

  @Test func `a known user is saved with its changes only and without its password`() throws {
    let app = TestApp(.json(.ok, ["id": "5b0b", "username": "m"]))
    try app.run {
      let user = try #require(MKUser())
      user.collectionId = "5b0b"
      user.setObject("new", forKey: "password")
      try user.save()
      #expect(user.object(forKey: "password") == nil && user.userName == "m" && !user.isChanged)
    }
    #expect(app.service.lines == [#"POST /users {"id":"5b0b","password":"new"}"#])
  }

  @Test func `a login during the restoration of a session has precedence`() async throws {
    let service = ScriptedServer([.session("kept"), .json(.ok, ["id": "old"]), .session("new")])
    let store = MKMemoryStore()
    let app = Mutex<TestApp?>(nil)
    let other = TestApp { environment in
      environment.store = store
      environment.transport = Transport { request throws(TransportError) in
        let answer = service.answer(request)
        if request.target.path == "/users/me", let app = app.withLock({ $0 }) {
          let user = try? await app.run {
            try await MKUser.logInWithEmail("n@n.n", password: "n", storeUserLocaly: true)
          }
          #expect(user?.userName == "mario")
        }
        return answer
      }
    }
    _ = try await other.run {
      try await MKUser.logInWithEmail("a@b.c", password: "p", storeUserLocaly: true)
    }
    app.withLock { $0 = other }
    let restored = try await other.run { try await MKUser.loginWithLocalStoredUser() }
    #expect(other.instance.sessionID == "new" && restored.user === other.instance.getLoggedUser())
    #expect(!restored.localCredential)
    #expect(MKKeptCredentials(store: store).load()?.email == "n@n.n")
  }
}
