import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `MKUser accounts and sessions` {
  @Test func `a new user is registered without its password and not logged in`() async throws {
    let app = TestApp(
      .json(.ok, ["id": "5b0b", "username": "m", "email": "m@example.com", "validated": false]))
    try await app.run {
      let user = try #require(MKUser())
      user.setObject("m", forKey: "username")
      user.setObject("m@example.com", forKey: "email")
      user.setObject("pw", forKey: "password")
      try await user.save()
      #expect(user.collectionId == "5b0b" && user.userName == "m" && !user.validated)
      #expect(user.object(forKey: "password") == nil)
      #expect(app.instance.getLoggedUser() == nil && app.instance.sessionID == nil)
    }
    #expect(
      app.service.lines == [
        #"POST /users {"email":"m@example.com","password":"pw","username":"m"}"#
      ])
  }

  @Test(
    arguments: [
      ([:], .invalidParams), (["email": "m"], .malformedEmail),
      (["email": "m@example.com"], .invalidParams),
      (["email": "m@example.com", "password": ""], .invalidParams),
    ] as [([String: String], MKError.Code)])
  func `a new user needs email and password`(_ fields: [String: String], _ code: MKError.Code) {
    let app = TestApp()
    app.run {
      let user = MKUser()
      for (key, value) in fields { user.setObject(value, forKey: key) }
      let error = #expect(throws: MKError.self) { try user.save() }
      #expect(error?.code == code)
    }
    #expect(app.service.requests.isEmpty)
  }

  @Test(arguments: [406: MKError.Code.duplicateKey, 407: .duplicateKey, 400: .invalidParams])
  func `the server can refuse a registration`(_ status: Int, _ code: MKError.Code) async throws {
    let app = TestApp(.refusal(status, "no"))
    await app.run {
      let user = MKUser()
      user.setObject("m@example.com", forKey: "email")
      user.setObject("pw", forKey: "password")
      await #expect(throws: MKError(code, statusCode: status, message: "no")) {
        try await user.save()
      }
    }
  }

  @Test func `a logged-in user adds session and cookie to every request`() async throws {
    let app = TestApp(.session(), .json(.ok, []))
    try await app.run {
      let user = try await MKUser.logInWithEmail("m@example.com", password: "p&w")
      #expect(user.userName == "mario" && user.email == "m@example.com")
      #expect(user.collectionId == "5b0b")
      #expect(app.instance.getLoggedUser() === user)
      #expect(app.instance.sessionID == "6d0c")
      _ = try await MIAQuery(collectionName: "c").findObjects()
    }
    #expect(app.service.lines[0] == "POST /users/login email=m%40example.com&password=p%26w")
    #expect(
      app.service.requests.last?.head
        == "http://127.0.0.1:8080\nsecret: s3cr3t\nsid: 6d0c\nCookie: sid=6d0c")
    #expect(app.store.bytes(named: "mia-credentials.json") == nil)
  }

  @Test(arguments: [402: "bad credential", 404: "no such user"])
  func `a wrong login logs in no user`(_ status: Int, _ message: String) async throws {
    let app = TestApp(.refusal(status, message))
    let outcome: (MKUser?, MKError?) = try await app.awaitCallback { resume in
      MKUser.logInWithEmail(inBackground: "m@example.com", password: "pw") { user, error in
        resume((user, error as? MKError))
      }
    }
    #expect(outcome.0 == nil)
    #expect(outcome.1 == MKError(.operationFailed, statusCode: status, message: message))
    #expect(app.instance.sessionID == nil)
  }

  @Test func `an expired session is renewed by one login, and the request is sent again`()
    async throws
  {
    let app = TestApp(
      .session("old"), .refusal(401, "Unauthorized"), .session("new"), .json(.ok, []),
      .refusal(401, "Unauthorized"), .session("newer"), .refusal(401, "Unauthorized"))
    try await app.run {
      _ = try await MKUser.logInWithEmail(
        "m@example.com", password: "pw", storeUserLocaly: true)
      let query = MIAQuery(collectionName: "c")
      _ = try await query.findObjects()
      #expect(app.instance.sessionID == "new")
      await #expect(
        throws: MKError(.operationNotAllowed, statusCode: 401, message: "Unauthorized")
      ) { try await query.findObjects() }
    }
    let login = "POST /users/login email=m%40example.com&password=pw"
    #expect(
      app.service.lines == [login, "GET /c/", login, "GET /c/", "GET /c/", login, "GET /c/"])
  }

  @Test(arguments: [200, 500])
  func `a logout ends the session for any response`(_ status: Int) async throws {
    let app = TestApp(.session(), status == 200 ? .json(.ok, [:]) : .refusal(500, "server error"))
    try await app.run {
      let user = try await MKUser.logInWithEmail(
        "m@example.com", password: "pw", storeUserLocaly: true)
      if status == 200 {
        try await user.logout()
      } else {
        await #expect(throws: MKError(.unknownStatus, statusCode: 500, message: "server error")) {
          try await user.logout()
        }
      }
    }
    #expect(app.instance.getLoggedUser() == nil && app.instance.sessionID == nil)
    #expect(app.store.bytes(named: "mia-credentials.json") == nil)
    #expect(app.service.requests.last?.headers[.cookie] == "sid=6d0c")
  }

  @Test func `a user can request emails`() async throws {
    let app = TestApp(.json(.ok, [:]), .json(.ok, [:]), .refusal(404, "no such user"))
    let first: MKError? = try await app.awaitCallback { resume in
      MKUser.restoreLostPassword(forUserEmail: "a@b.c") { resume($0 as? MKError) }
    }
    let second: MKError? = try await app.awaitCallback { resume in
      MKUser.resendVerificationEmail("a@b.c") { resume($0 as? MKError) }
    }
    #expect(first == nil && second == nil)
    await app.run {
      await #expect(
        throws: MKError(.operationFailed, statusCode: 404, message: "no such user")
      ) { try await MKUser.restoreLostPassword(forUserEmail: "x@y.z") }
    }
    #expect(
      app.service.lines == [
        #"POST /users/forgot {"email":"a@b.c"}"#, #"POST /users/resend {"email":"a@b.c"}"#,
        #"POST /users/forgot {"email":"x@y.z"}"#,
      ])
  }
}
