import EGF2
import Foundation
import GhostlightCore
import TestExecutors

/// Who is logged in.
extension Scenario {
  private static let birthday = Foundation.Date(timeIntervalSince1970: 631_152_000)
  private static let mark: JSON = [
    "type": "User", "name": "Mark", "email": "mark@example.com", "verified": false,
  ]

  static let accounts = [
    Scenario(
      "EGF2Graph Auth Methods: register, change, logout, login",
      expects: [
        true, true, mark, nil, nil, false,
        ["status": 401, "code": "WrongCredentials", "message": "wrong email or password"],
        true, true,
      ]
    ) { device in
      let graph = device.graph
      var outcomes = [
        try await device.done {
          graph.register(
            withFirstName: "Mark", lastName: "Field", email: "mark@example.com",
            dateOfBirth: birthday, password: "secret", completion: $0)
        }, .bool(graph.isAuthorized),
        try await device.object { graph.userObject(withCompletion: $0) },
        try await device.done {
          graph.change(oldPassword: "secret", withNewPassword: "other", completion: $0)
        }, try await device.done { graph.logout(withCompletion: $0) }, .bool(graph.isAuthorized),
      ]
      for password in ["secret", "other"] {
        outcomes.append(
          try await device.done {
            graph.login(withEmail: "mark@example.com", password: password, completion: $0)
          })
      }
      return .array(outcomes + [.bool(graph.isAuthorized)])
    },
    Scenario(
      "EGF2Graph Auth Methods: restorePassword, resetPassword", given: TestUsers.mailed,
      expects: [
        ["status": 404, "code": "EmailNotFound", "message": "email not found"], nil,
        ["status": 404, "code": "TokenNotFound", "message": "token not found"], true, nil,
      ]
    ) { device in
      let graph = device.graph
      func reset() async throws -> JSON {
        try await device.done {
          graph.resetPassword(
            withToken: TestUsers.resetToken, newPassword: "secret", completion: $0)
        }
      }
      return [
        try await device.done {
          graph.restorePassword(withEmail: "nobody@example.com", completion: $0)
        }, try await reset(), try await reset(),
        try await device.done {
          graph.login(withEmail: "mark@example.com", password: "secret", completion: $0)
        },
        try await device.done {
          graph.restorePassword(withEmail: "mark@example.com", completion: $0)
        },
      ]
    },
    Scenario(
      "EGF2Graph Auth Methods: verifyEmail, resendEmailVerification", given: TestUsers.mailed,
      expects: [
        nil, ["status": 404, "code": "TokenNotFound", "message": "token not found"], true,
        ["status": 409, "code": "EmailAlreadyVerified", "message": "email already verified"],
      ]
    ) { device in
      let graph = device.graph
      try await graph.resetPassword(withToken: TestUsers.resetToken, newPassword: "secret")
      try await device.logIn()
      let verified = try await device.done {
        graph.verifyEmail(withToken: TestUsers.verifyToken, completion: $0)
      }
      let again = try await device.done {
        graph.verifyEmail(withToken: TestUsers.verifyToken, completion: $0)
      }
      let user = try await device.object { graph.userObject(withCompletion: $0) }
      return [
        verified, again, user["verified"] ?? nil,
        try await device.done { graph.resendEmailVerification(withCompletion: $0) },
      ]
    },
  ]
}
