import EGF2
import Foundation
import GhostlightCore
import TestExecutors

/// Scenarios for registration, login and logout.
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
      let graph = device.calls
      var outcomes = [
        await device.done {
          try await graph.register(
            withFirstName: "Mark", lastName: "Field", email: "mark@example.com",
            dateOfBirth: birthday, password: "secret")
        }, .bool(graph.isAuthorized),
        await device.object { try await graph.userObject() },
        await device.done {
          try await graph.change(oldPassword: "secret", withNewPassword: "other")
        }, await device.done { try await graph.logout() }, .bool(graph.isAuthorized),
      ]
      for password in ["secret", "other"] {
        outcomes.append(
          await device.done {
            try await graph.login(withEmail: "mark@example.com", password: password)
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
      let graph = device.calls
      func reset() async throws -> JSON {
        await device.done {
          try await graph.resetPassword(
            withToken: TestUsers.resetToken, newPassword: "secret")
        }
      }
      return [
        await device.done {
          try await graph.restorePassword(withEmail: "nobody@example.com")
        }, try await reset(), try await reset(),
        await device.done {
          try await graph.login(withEmail: "mark@example.com", password: "secret")
        },
        await device.done {
          try await graph.restorePassword(withEmail: "mark@example.com")
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
      let graph = device.calls
      try await graph.resetPassword(withToken: TestUsers.resetToken, newPassword: "secret")
      try await device.logIn()
      let verified = await device.done {
        try await graph.verifyEmail(withToken: TestUsers.verifyToken)
      }
      let again = await device.done {
        try await graph.verifyEmail(withToken: TestUsers.verifyToken)
      }
      let user = await device.object { try await graph.userObject() }
      return [
        verified, again, user["verified"] ?? nil,
        await device.done { try await graph.resendEmailVerification() },
      ]
    },
  ]
}
