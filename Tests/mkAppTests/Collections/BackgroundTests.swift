import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite struct `Calls in the background` {
  /// An app whose requests are told.
  private func app(
    _ answers: Response..., change: (inout MKEnvironment) -> Void = { _ in }
  ) -> (TestApp, Mailbox<String>) {
    let sent = Mailbox(of: String.self)
    let service = Service(answers)
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
  ])
  func `need no block`(_ call: String, _ line: String) async throws {
    let (app, sent) = app(.item())
    let object = try #require(app.run { MKCollection(name: "c") })
    object.collectionId = "ef02"
    object.setObject(1, forKey: "a")
    app.run {
      switch call {
      case "save": object.saveInBackground()
      case "refresh": object.refreshInBackground()
      default: object.deleteInBackground()
      }
    }
    #expect(await sent.next() == line)
  }

  @Test(arguments: [Response.item(), .refusal(403, "Forbidden")])
  func `come back on the main queue where none is named`(_ answer: Response) async throws {
    let (app, _) = app(answer) { $0.callbackQueue = MKEnvironment().callbackQueue }
    let object = try #require(app.run { MKCollection(name: "c") })
    let code: Int? = try await app.awaitCallback { resume in
      object.saveInBackground { _, error in
        dispatchPrecondition(condition: .onQueue(.main))
        resume((error as? MKError)?.statusCode)
      }
    }
    #expect(code == (answer.status.code == 200 ? nil : 403))
  }

  @Test func `after a 401 do not log in who is not kept`() async throws {
    let (app, sent) = app(.session("old"), .refusal(401, "Unauthorized"))
    _ = try await app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: false)
    }
    await #expect(throws: MKError.self) {
      try await app.run { try await MIAQuery(collectionName: "c").findObjects() }
    }
    #expect(
      await sent.next(2) == ["POST /users/login", "GET /c/"])
  }

  @Test func `after a 401 log in once, not again for the next one`() async throws {
    let (app, sent) = app(
      .session("old"), .refusal(401, "Unauthorized"), .session("new"),
      .refusal(401, "Unauthorized"))
    _ = try await app.run {
      try await MKUser.logInWithEmail("m@example.com", password: "pw", storeUserLocaly: true)
    }
    await #expect(throws: MKError.self) {
      try await app.run { try await MIAQuery(collectionName: "c").findObjects() }
    }
    #expect(
      await sent.next(4) == [
        "POST /users/login", "GET /c/", "POST /users/login", "GET /c/",
      ])
  }
}
