import GhostlightCore
import TestExecutors

import StackMob

/// Scenarios for users and their sessions.
extension Scenario {
  static let jackHimself = stored(["username": "jack", "sm_owner": "user/jack"])
  private static let loginRefused = refused(
    401, ["error": "access_denied", "error_description": "Invalid username or password."])
  static let notEntitled = refused(401, ["error": "Insufficient authorization"])

  static let users = [
    Scenario(
      "Creating a User Object",
      expects: [
        stored(["username": "jill", "sm_owner": "user/jill"]),
        refused(409, ["error": #"Duplicate key for schema user: "jill""#]),
      ]
    ) { device in
      [
        try SDKValue.value(
          await device.store.createObject(
            ["username": "jill", "password": "first-password"],
            inSchema: device.client.userSchema)),
        await SDKValue.failure {
          try await device.store.createObject(["username": "jill"], inSchema: "user")
        },
      ]
    },
    Scenario(
      "Logging in to StackMob", given: [.jack],
      expects: [loginRefused, false, jackHimself, true]
    ) { device in
      let refused = await SDKValue.failure { try await device.logIn("no-password-of-his") }
      let before = device.client.isLoggedIn()
      return [
        refused, .bool(before), try await device.logIn(), .bool(device.client.isLoggedIn()),
      ]
    },
    Scenario(
      "Retrieve Logged In User Info", given: [.jack],
      expects: [notEntitled, jackHimself, ["username": "jack"]]
    ) { device in
      let nobody = await SDKValue.failure { _ = try await device.client.getLoggedInUser() }
      try await device.logIn()
      return [
        nobody, try SDKValue.value(await device.client.getLoggedInUser()),
        try SDKValue.value(
          await device.client.getLoggedInUser(
            with: SMRequestOptions(returnedFieldsRestrictedTo: ["username"]))),
      ]
    },
    Scenario("Logout of StackMob", given: [.jack], expects: [[:], true, notEntitled]) { device in
      try await device.logIn()
      return [
        try SDKValue.value(await device.client.logout()), .bool(device.client.isLoggedOut()),
        await SDKValue.failure { _ = try await device.client.getLoggedInUser() },
      ]
    },
    Scenario(
      "Reset Password", given: [.jack],
      expects: [
        refused(401, ["error": "Invalid old password"]), jackHimself, loginRefused, jackHimself,
      ]
    ) { device in
      try await device.logIn()
      let client = device.client
      return [
        await SDKValue.failure {
          _ = try await client.changeLoggedInUserPassword(
            from: "no-password-of-his", to: "second-password")
        },
        try SDKValue.value(
          await client.changeLoggedInUserPassword(
            from: "first-password", to: "second-password")),
        await SDKValue.failure { try await device.logIn("first-password") },
        try await device.logIn("second-password"),
      ]
    },
    Scenario(
      "Forgot Password",
      given: [
        Given(
          "schema exists",
          ["name": "user", "user": true, "fields": ["email": "forgotpassword"]]),
        Given(
          "user exists",
          [
            "username": "jack", "password": "first-password",
            "fields": ["email": "jack@example.com"],
          ]),
      ],
      expects: [
        [:],
        refused(
          -101,
          [
            "error": "Temporary password reset required.",
            "error_description": "Temporary password reset required.",
          ], domain: "SMError"),
        stored(["username": "jack", "sm_owner": "user/jack", "email": "jack@example.com"]),
      ]
    ) { device in
      let client = device.client
      let sent = try SDKValue.value(await client.sendForgotPaswordEmail(forUser: "jack"))
      let temporary = try device.temporaryPassword()
      return [
        sent, await SDKValue.failure { try await device.logIn(temporary) },
        try SDKValue.value(
          await client.login(
            withUsername: "jack", temporaryPassword: temporary,
            settingNewPassword: "second-password")),
      ]
    },
  ]

  static let sessions = [
    Scenario(
      "Automatic Login Refresh", given: [.jack],
      expects: [
        true, jackHimself, false,
        stored(["todo_id": "1", "sm_owner": "user/jack"]),
      ]
    ) { device in
      try await device.logIn()
      try device.pass(3601)
      let session = device.client.session
      let before = session.accessTokenHasExpired()
      let user = try SDKValue.value(await device.client.getLoggedInUser())
      try device.pass(-3601)
      return [
        .bool(before), user, .bool(session.accessTokenHasExpired()),
        try SDKValue.value(await device.store.createObject(["todo_id": "1"], inSchema: "todo")),
      ]
    },
    Scenario(
      "Refreshing a Login by Hand", given: [.jack], expects: [jackHimself, jackHimself]
    ) { device in
      try await device.logIn()
      return [
        try SDKValue.value(await device.client.refreshLogin()),
        try SDKValue.value(await device.client.getLoggedInUser()),
      ]
    },
    Scenario(
      "Logging in on Another Device", given: [.jack],
      expects: [
        refused(
          -109,
          [
            "NSLocalizedDescription": "Attempt to refresh access token failed.",
            "SMOriginalErrorCausingRefresh": notEntitled,
            "SMRefreshErrorObject": refused(
              401,
              ["error": "invalid_grant", "error_description": "Invalid refresh token."]),
          ], domain: "SMError"),
        jackHimself, true,
      ]
    ) { device in
      try await device.logIn()
      let other = try device.otherClient()
      _ = try await other.login(withUsername: "jack", password: "first-password")
      return [
        await SDKValue.failure { _ = try await device.client.getLoggedInUser() },
        try SDKValue.value(await other.getLoggedInUser()), .bool(device.client.isLoggedIn()),
      ]
    },
  ]
}
