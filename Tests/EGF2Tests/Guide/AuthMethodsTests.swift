import EGF2
import EGF2FixtureModels
import Foundation
import Ghostlight
import GhostlightCore
import Testing

extension `EGF2 guide headings` {
  /// Returns a description of the result or error that a call passes to its completion block.
  private func outcome(
    _ start: (@escaping Completion) -> Void
  ) async throws -> String {
    try await awaitCallback { (resume: @escaping @Sendable (String) -> Void) in
      start { result, error in
        let code = error?.userInfo["error_code"] as? String
        resume(code ?? error?.localizedDescription ?? (result == nil ? "done" : "\(result ?? "")"))
      }
    }
  }

  @Test func `EGF2Graph Auth Methods`() async throws {
    let app = try TestApp()
    let graph = app.graph
    let email = "mark@example.com"
    var result = try await outcome { completion in
      graph.register(
        withFirstName: "Mark", lastName: "Field", email: email, dateOfBirth: TestApp.birthday,
        password: "secret", completion: completion)
    }
    #expect(result == "true")
    let verifyToken = try #require(try app.lastMail()?["verifyToken"]?.string)

    result = try await outcome { graph.verifyEmail(withToken: verifyToken, completion: $0) }
    #expect(result == "done")
    result = try await outcome { graph.verifyEmail(withToken: verifyToken, completion: $0) }
    #expect(result == "TokenNotFound")
    #expect(try await (graph.userObject() as? User)?.verified == true)
    result = try await outcome { graph.resendEmailVerification(withCompletion: $0) }
    #expect(result == "EmailAlreadyVerified")

    result = try await outcome {
      graph.change(oldPassword: "wrong", withNewPassword: "second", completion: $0)
    }
    #expect(result == "WrongOldPassword")
    result = try await outcome {
      graph.change(oldPassword: "secret", withNewPassword: "second", completion: $0)
    }
    #expect(result == "done")

    result = try await outcome { graph.logout(withCompletion: $0) }
    #expect(result == "done" && !graph.isAuthorized)
    result = try await outcome { graph.login(withEmail: email, password: "secret", completion: $0) }
    #expect(result == "WrongCredentials" && !graph.isAuthorized)
    result = try await outcome { graph.login(withEmail: email, password: "second", completion: $0) }
    #expect(result == "true" && graph.isAuthorized)
    try await graph.logout()

    result = try await outcome { graph.restorePassword(withEmail: email, completion: $0) }
    #expect(result == "done")
    let resetToken = try #require(try app.lastMail()?["resetToken"]?.string)
    result = try await outcome {
      graph.resetPassword(withToken: resetToken, newPassword: "third", completion: $0)
    }
    #expect(result == "done")
    try await graph.login(withEmail: email, password: "third")
    #expect(graph.isAuthorized)
  }

  @Test func `EGF2Graph Auth Methods, awaited`() async throws {
    let app = try TestApp()
    let graph = app.graph
    try await app.register()
    try await graph.resendEmailVerification()
    let verifyToken = try #require(try app.lastMail()?["verifyToken"]?.string)
    try await graph.verifyEmail(withToken: verifyToken)
    try await graph.change(oldPassword: "secret", withNewPassword: "second")
    try await graph.restorePassword(withEmail: "mark@example.com")
    let resetToken = try #require(try app.lastMail()?["resetToken"]?.string)
    try await graph.resetPassword(withToken: resetToken, newPassword: "third")
    try await graph.logout()
    try await graph.login(withEmail: "mark@example.com", password: "third")
    #expect((try await graph.userObject() as? User)?.verified == true)
  }

  @Test func `an expired session is refused until the user logs in again`() async throws {
    let app = try TestApp()
    try await app.register()
    _ = try app.stage.namespace().changeClock(.advance(milliseconds: 86_401_000))
    let error = try await awaitCallback { resume in app.graph.userObject { resume($1) } }
    #expect(error?.userInfo["status_code"] as? Int == 419)
    try await app.graph.login(withEmail: "mark@example.com", password: "secret")
    #expect((try await app.graph.userObject() as? User)?.email == "mark@example.com")
  }
}
