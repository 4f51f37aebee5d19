import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `Background calls` {
  /// Creates an app, and a mailbox that gets the method and path of each request.
  private func app(
    _ answers: Response..., change: (inout MKEnvironment) -> Void = { _ in }
  ) -> (TestApp, Mailbox<String>) {
    let sent = Mailbox(of: String.self)
    let service = ScriptedServer(answers)
    let app = TestApp { environment in
      environment.transport = .inProcess(
        Responder(name: "told") { request in
          let response = service.answer(request)
          sent.put("\(request.method.rawValue) \(request.target.rawPath)")
          return response
        })
      change(&environment)
    }
    return (app, sent)
  }

  @Test(arguments: [
    ("save", "POST /c/"), ("refresh", "GET /c/ef02"), ("delete", "DELETE /c/"),
    ("save an optional", "POST /c/"), ("refresh an optional", "GET /c/ef02"),
    ("delete an optional", "DELETE /c/"), ("register", "POST /users"),
    ("upload", "POST /files/a.txt"),
  ])
  func `background calls need no block`(_ call: String, _ line: String) async throws {
    let (app, sent) = app(.item())
    try app.run {
      let optional = MKCollection(name: "c")
      let object = try #require(optional)
      object.collectionId = "ef02"
      object.setObject(1, forKey: "a")
      switch call {
      case "save": object.saveInBackground()
      case "refresh": object.refreshInBackground()
      case "delete": object.deleteInBackground()
      case "save an optional": optional.saveInBackground()
      case "refresh an optional": optional.refreshInBackground()
      case "delete an optional": optional.deleteInBackground()
      case "register":
        let user = try #require(MKUser())
        user.setObject("m@example.com", forKey: "email")
        user.setObject("pw", forKey: "password")
        user.saveInBackground()
      default: MKCollectionFile(name: "a.txt", data: Data("a".utf8)).saveInBackground()
      }
    }
    #expect(await sent.next() == line)
  }

  private static let key = DispatchSpecificKey<Bool>()

  /// Creates an app with the default callback queue, and a closure that returns whether it runs on
  /// the main queue.
  private func appOnMain(_ answer: Response) -> (TestApp, isOnMain: @Sendable () -> Bool) {
    DispatchQueue.main.setSpecific(key: Self.key, value: true)
    let (app, _) = app(answer) { $0.callbackQueue = MKEnvironment().callbackQueue }
    return (app, { DispatchQueue.getSpecific(key: Self.key) == true })
  }

  @Test(arguments: [Response.item(), .refusal(403, "Forbidden")])
  func `background calls report on the main queue by default`(_ answer: Response) async throws {
    let (app, isOnMain) = appOnMain(answer)
    let object = try #require(app.run { MKCollection(name: "c") })
    let outcome: (isOnMain: Bool, code: Int?) = try await app.awaitCallback { resume in
      object.saveInBackground { _, error in
        resume((isOnMain(), (error as? MKError)?.statusCode))
      }
    }
    #expect(outcome.isOnMain && outcome.code == (answer.status.code == 200 ? nil : 403))
  }

  @Test(arguments: ["refresh", "delete", "get", "find", "log in", "restore", "mail"])
  func `every background call reports on the main queue`(_ call: String) async throws {
    let (app, isOnMain) = appOnMain(.refusal(403, "Forbidden"))
    let object = try #require(app.run { MKCollection(name: "c") })
    object.collectionId = "ef02"
    let outcome: (isOnMain: Bool, error: MKError?) = try await app.awaitCallback { resume in
      @Sendable func take(_ error: (any Error)?) { resume((isOnMain(), error as? MKError)) }
      switch call {
      case "refresh": object.refreshInBackground { take($1) }
      case "delete": object.deleteInBackground { take($1) }
      case "get":
        MIAQuery(collectionName: "c").getObjectWithID("1") { take($1) }
      case "find": MIAQuery(collectionName: "c").findObjects { take($1) }
      case "log in":
        MKUser.logInWithEmail(inBackground: "m@example.com", password: "pw") { take($1) }
      case "restore":
        MKUser.restoreLostPassword(forUserEmail: "m@example.com") { take($0) }
      default: MKUser.resendVerificationEmail("m@example.com") { take($0) }
      }
    }
    #expect(outcome.isOnMain)
    #expect(outcome.error == MKError(.operationNotAllowed, statusCode: 403, message: "Forbidden"))
  }

  private static let unauthorized = MKError(
    .operationNotAllowed, statusCode: 401, message: "Unauthorized")
  private static let login = "POST /users/login email=m%40example.com&password=pw"

  /// The way in which a call reports its error.
  enum Way: CaseIterable {
    case awaited, blocking, callback
  }

  private func error(_ app: TestApp, _ way: Way) async throws -> MKError? {
    switch way {
    case .awaited:
      return await #expect(throws: MKError.self) {
        try await app.run { try await MIAQuery(collectionName: "c").findObjects() }
      }
    case .blocking:
      return #expect(throws: MKError.self) {
        try Self.findBlocking(app)
      }
    case .callback:
      return try await app.awaitCallback { resume in
        MIAQuery(collectionName: "c").findObjects { _, error in resume(error as? MKError) }
      }
    }
  }

  private static func findBlocking(_ app: TestApp) throws {
    try app.run { _ = try MIAQuery(collectionName: "c").findObjects() }
  }

  @Test(arguments: Way.allCases)
  func `a 401 without stored credentials is an error`(_ way: Way) async throws {
    let app = TestApp(.session("old"), .refusal(401, "Unauthorized"))
    _ = try await app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: false)
    }
    #expect(try await error(app, way) == Self.unauthorized)
    #expect(app.service.lines == [Self.login, "GET /c/"])
  }

  @Test(arguments: Way.allCases)
  func `after a 401 a user logs in once, not again for a second 401`(_ way: Way) async throws {
    let app = TestApp(
      .session("old"), .refusal(401, "Unauthorized"), .session("new"),
      .refusal(401, "Unauthorized"))
    _ = try await app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
    }
    #expect(try await error(app, way) == Self.unauthorized)
    #expect(app.service.lines == [Self.login, "GET /c/", Self.login, "GET /c/"])
    let sent = app.service.requests.filter { $0.method == .get }.map { request in
      request.headers.first { $0.name.rawName == "sid" }?.value
    }
    #expect(sent == ["old", "new"])
  }
}
