import Foundation
import GhostlightCore
import TestExecutors
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Scenarios for registration, login, and sessions that are restored at the app's start.
extension Scenario {
  private static let badCredential: JSON = [
    "code": 101, "status": 402, "message": "bad credential",
  ]
  private static let nobody: JSON = ["code": 101, "status": 404, "message": "no such user"]

  private static func logIn(_ device: Device, isKept: Bool = false) async throws -> MKUser {
    try await device.logIn("mario@example.com", isKept: isKept)
  }

  private static func newUser(_ name: String, email: String) throws -> MKUser {
    guard let user = MKUser() else { throw ExecutorError("there is no user") }
    user.setObject(name, forKey: "username")
    user.setObject(email, forKey: "email")
    user.setObject("first-password", forKey: "password")
    return user
  }

  static let registering = [
    Scenario(
      "Registration", given: [.mario],
      expects: [
        ["name": "luigi", "email": "luigi@example.com", "validated": false, "password": nil],
        ["code": 103, "status": 406, "message": "username already used"],
        ["code": 103, "status": 407, "message": "email already used"],
        ["code": 107, "status": nil, "message": "\"nobody\" is not an email address."],
      ]
    ) { device in
      try await device.run {
        let user = try Self.newUser("luigi", email: "luigi@example.com")
        try await device.save(user)
        return [
          [
            "name": SDKValue.value(user.userName), "email": SDKValue.value(user.email),
            "validated": .bool(user.validated),
            "password": SDKValue.value(user.object(forKey: "password")),
          ],
          await SDKValue.failure {
            try await device.save(Self.newUser("mario", email: "other@example.com"))
          },
          await SDKValue.failure {
            try await device.save(Self.newUser("other", email: "mario@example.com"))
          },
          await SDKValue.failure { try await device.save(Self.newUser("other", email: "nobody")) },
        ]
      }
    },
    Scenario(
      "Registration: mails", given: [.mario], expects: [nil, nil, nobody, nobody]
    ) { device in
      var outcomes: [JSON] = []
      for email in ["mario@example.com", "other@example.com"] {
        outcomes.append(await SDKValue.failure { try await device.restoreLostPassword(email) })
        outcomes.append(await SDKValue.failure { try await device.resendVerificationEmail(email) })
      }
      return .array(outcomes)
    },
  ]

  static let sessions = [
    Scenario(
      "Login", given: [.mario],
      expects: [
        "mario", "mario", badCredential, nobody, true, "mario", "mario@example.com",
      ]
    ) { device in
      var outcomes: [JSON] = []
      for isKept in [true, false] {
        outcomes.append(SDKValue.value(try await logIn(device, isKept: isKept).userName))
      }
      for (email, password) in [
        ("mario@example.com", "other-password"), ("other@example.com", "first-password"),
      ] {
        outcomes.append(
          await SDKValue.failure { try await device.logIn(email, password: password) })
      }
      let user = device.instance.getLoggedUser()
      return .array(
        outcomes + [
          .bool(device.instance.sessionID != nil), SDKValue.value(user?.userName),
          SDKValue.value(user?.email),
        ])
    },
    Scenario(
      "Login: what is done then", given: [.mario],
      expects: [
        "5b0b", item(["id": "5b0b"], by: "5b0b"), ["code": 102, "status": 401], nil, nil,
      ]
    ) { device in
      let user = try await logIn(device)
      return try await device.run {
        let picture = MKCollection(name: "picturedata")
        picture.setObject(1, forKey: "views")
        try await device.save(picture)
        let creator = picture?.creatorId
        user.setObject("Rossi", forKey: "user_surname")
        try await device.save(user)
        let updater = user.updaterId
        try await device.logOut(user)
        let refusal = await SDKValue.failure { try await device.refresh(user) }
        return [
          SDKValue.value(creator), item(["id": "5b0b"], by: updater ?? "-"),
          ["code": refusal["code"] ?? nil, "status": refusal["status"] ?? nil],
          SDKValue.value(device.instance.sessionID),
          SDKValue.value(device.instance.getLoggedUser()?.email),
        ]
      }
    },
    Scenario(
      "Login: a session that has ended is opened again",
      given: [
        .mario, .item(["id": "p1"]),
        Given(
          "access rules exist",
          ["collection": "picturedata", "access": ["read": ["groups": ["users"]]]]),
      ], expects: [1, true, 1]
    ) { device in
      _ = try await logIn(device, isKept: true)
      let first = device.instance.sessionID
      let before = try await device.run {
        try await device.count(MIAQuery(collectionName: "picturedata"))
      }
      let _: Bool = try await device.awaitCallback { resume in
        device.instance.network.postDataTask(relativePath: "users/logout", parameters: nil) {
          _, _, error in resume(error == nil)
        }.resume()
      }
      let after = try await device.run {
        try await device.count(MIAQuery(collectionName: "picturedata"))
      }
      return [
        .integer(Int64(before)), .bool(device.instance.sessionID != first),
        .integer(Int64(after)),
      ]
    },
    Scenario(
      "Restore user session", given: [.mario],
      expects: ["mario", "mario", false, nil, true]
    ) { device in
      _ = try await logIn(device, isKept: true)
      let second = device.restarted
      let restored = try await second.restore()
      let third = second.restarted
      let again = try await third.restore()
      if let user = again.user { try await third.logOut(user) }
      let gone = third.restarted
      let nobody = try await gone.restore()
      return [
        SDKValue.value(restored.user?.userName), SDKValue.value(again.user?.userName),
        .bool(again.localCredential), SDKValue.value(nobody.user?.userName),
        .bool(gone.instance.sessionID == nil),
      ]
    },
  ]
}
