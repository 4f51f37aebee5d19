import GhostlightCore
import TestExecutors

import StackMob

/// Scenarios for users of Facebook, Twitter and Gigya.
extension Scenario {
  /// Returns the user object that StackMob creates for a social account.
  static func user(_ name: String) -> JSON {
    stored(["username": .string(name), "sm_owner": .string("user/\(name)")])
  }

  private static let loginRefused = refused(
    401,
    [
      "error": "access_denied",
      "error_description": "The account is not accepted, or linked to no user.",
    ])

  /// Returns the provider state in which the social network `network` accepts `token`.
  static func valid(_ network: String, _ token: String) -> Given {
    Given(
      "social token valid",
      [
        "network": .string(network), "token": .string(token), "account": "4711",
        "info": ["name": "Jack", "friends": 3],
      ])
  }

  /// The account information that the social network returns.
  static let info: JSON = ["id": "4711", "name": "Jack", "friends": 3]

  private static func unlinked(_ network: String) -> JSON {
    refused(404, ["error": .string("User jack is not linked with \(network)")])
  }

  static let facebook = [
    Scenario(
      "Facebook: a User Object", given: [valid("facebook", "facebook-token-1")],
      expects: [
        user("fay"), user("fay"), info, [:],
        refused(400, ["error": "This Facebook account is already linked to a user"]),
      ]
    ) { device in
      let client = device.client
      let token = "facebook-token-1"
      return [
        try SDKValue.value(await client.createUser(withFacebookToken: token, username: "fay")),
        try SDKValue.value(await client.login(withFacebookToken: token)),
        try SDKValue.value(await client.getLoggedInUserFacebookInfo()),
        try SDKValue.value(await client.updateFacebookStatus(withMessage: "up&running?")),
        await SDKValue.failure {
          _ = try await client.createUser(withFacebookToken: token, username: "fred")
        },
      ]
    },
    Scenario(
      "Facebook: Link/Unlink", given: [.jack, valid("facebook", "facebook-token-1")],
      expects: [loginRefused, [:], user("jack"), unlinked("Facebook"), loginRefused]
    ) { device in
      let client = device.client
      let token = "facebook-token-1"
      let before = await SDKValue.failure { _ = try await client.login(withFacebookToken: token) }
      try await device.logIn()
      let linked = try SDKValue.value(await client.linkLoggedInUser(withFacebookToken: token))
      let user = try SDKValue.value(await client.login(withFacebookToken: token))
      try await client.unlinkLoggedInUserFromFacebook()
      return [
        before, linked, user,
        await SDKValue.failure { try await client.unlinkLoggedInUserFromFacebook() },
        await SDKValue.failure { _ = try await client.login(withFacebookToken: token) },
      ]
    },
    Scenario(
      "Facebook: Login Workflow", expects: [user("fay"), true]
    ) { device in
      [
        try SDKValue.value(
          await device.client.login(
            withFacebookToken: "facebook-token-2", createUserIfNeeded: true,
            usernameForCreate: "fay")),
        .bool(device.client.isLoggedIn()),
      ]
    },
  ]

  static let twitter = [
    Scenario(
      "Twitter: a User Object", given: [valid("twitter", "twitter-token-1")],
      expects: [user("tim"), user("tim"), info, [:]]
    ) { device in
      let client = device.client
      let (token, secret) = ("twitter-token-1", "twitter-secret-1")
      return [
        try SDKValue.value(
          await client.createUser(
            withTwitterToken: token, twitterSecret: secret, username: "tim")),
        try SDKValue.value(await client.login(withTwitterToken: token, twitterSecret: secret)),
        try SDKValue.value(await client.getLoggedInUserTwitterInfo()),
        try SDKValue.value(await client.updateTwitterStatus(withMessage: "up&running?")),
      ]
    },
    Scenario(
      "Twitter: Link/Unlink", given: [.jack],
      expects: [[:], user("jack"), unlinked("Twitter")]
    ) { device in
      let client = device.client
      let (token, secret) = ("twitter-token-1", "twitter-secret-1")
      try await device.logIn()
      let linked = try SDKValue.value(
        await client.linkLoggedInUser(withTwitterToken: token, twitterSecret: secret))
      let user = try SDKValue.value(
        await client.login(withTwitterToken: token, twitterSecret: secret))
      try await client.unlinkLoggedInUserFromTwitter()
      return [
        linked, user, await SDKValue.failure { try await client.unlinkLoggedInUserFromTwitter() },
      ]
    },
    Scenario("Twitter: Login Workflow", expects: user("tim")) { device in
      try SDKValue.value(
        await device.client.login(
          withTwitterToken: "twitter-token-2", twitterSecret: "twitter-secret-2",
          createUserIfNeeded: true, usernameForCreate: "tim"))
    },
  ]

  static let gigya = [
    Scenario("Gigya: Login", expects: [user("gus"), user("gus")]) { device in
      [
        try SDKValue.value(
          await device.client.login(
            withGigyaUID: "gus", uidSignature: "gigya-signature-1", signatureTimestamp: "1371040000"
          )),
        try SDKValue.value(
          await device.client.login(withGigyaUserDictionary: [
            "UID": "gus", "UIDSignature": "gigya-signature-1", "signatureTimestamp": "1371040000",
          ])),
      ]
    },
    Scenario(
      "Gigya: Link/Unlink", given: [.jack],
      expects: [
        refused(401, ["error": "Gigya does not accept the signature"]), [:], unlinked("Gigya"),
      ]
    ) { device in
      let client = device.client
      try await device.logIn()
      let refused = await SDKValue.failure {
        _ = try await client.linkLoggedInUser(
          withGigyaUID: "invalid-1", uidSignature: "gigya-signature-1",
          signatureTimestamp: "1371040000")
      }
      let linked = try SDKValue.value(
        await client.linkLoggedInUser(withGigyaUserDictionary: [
          "UID": "gus", "UIDSignature": "gigya-signature-1", "signatureTimestamp": "1371040000",
        ]))
      try await client.unlinkLoggedInUserFromGigya()
      return [
        refused, linked, await SDKValue.failure { try await client.unlinkLoggedInUserFromGigya() },
      ]
    },
  ]
}
