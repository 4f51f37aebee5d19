import Foundation
import GhostlightCore
import HTTPTypes
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Social requests` {
  private static let host = "api.stackmob.com/user"
  private static let form = "application/x-www-form-urlencoded"
  private static let kind = "&token_type=mac&mac_algorithm=hmac-sha-1"
  private static let gigya = [
    "UID": "u", "UIDSignature": "s=", "signatureTimestamp": "1371040000",
  ]

  @Test(arguments: [
    Row("POST https://\(host)/createUserWithFacebook", "application/json", #"{"fb_at":"f"}"#) {
      _ = try await $0.createUser(withFacebookToken: "f")
    },
    Row(
      "POST https://\(host)/createUserWithFacebook", "application/json",
      #"{"fb_at":"f","username":"bob"}"#
    ) { _ = try await $0.createUser(withFacebookToken: "f", username: "bob") },
    Row("GET https://\(host)/linkUserWithFacebook?fb_at=f%26g") {
      _ = try await $0.linkLoggedInUser(withFacebookToken: "f&g")
    },
    Row("DELETE https://\(host)/unlinkUserFromFacebook") {
      try await $0.unlinkLoggedInUserFromFacebook()
    },
    Row("POST https://\(host)/facebookAccessToken", form, "fb_at=f" + kind) {
      _ = try await $0.login(withFacebookToken: "f")
    },
    Row(
      "POST https://\(host)/facebookAccessTokenWithCreate", form, "fb_at=f&username=bob" + kind
    ) {
      _ = try await $0.login(
        withFacebookToken: "f", createUserIfNeeded: true, usernameForCreate: "bob")
    },
    Row("POST https://\(host)/facebookAccessTokenWithCreate", form, "fb_at=f" + kind) {
      _ = try await $0.login(withFacebookToken: "f", createUserIfNeeded: true)
    },
    Row("GET http://\(host)/postFacebookMessage?message=On%20stage") {
      _ = try await $0.updateFacebookStatus(withMessage: "On stage")
    },
    Row("GET http://\(host)/getFacebookUserInfo") {
      _ = try await $0.getLoggedInUserFacebookInfo()
    },
    Row(
      "POST https://\(host)/createUserWithTwitter", "application/json",
      #"{"tw_tk":"t","tw_ts":"s","username":"bob"}"#
    ) { _ = try await $0.createUser(withTwitterToken: "t", twitterSecret: "s", username: "bob") },
    Row("GET https://\(host)/linkUserWithTwitter?tw_tk=t&tw_ts=s") {
      _ = try await $0.linkLoggedInUser(withTwitterToken: "t", twitterSecret: "s")
    },
    Row("DELETE https://\(host)/unlinkUserFromTwitter") {
      try await $0.unlinkLoggedInUserFromTwitter()
    },
    Row("POST https://\(host)/twitterAccessToken", form, "tw_tk=t&tw_ts=s" + kind) {
      _ = try await $0.login(withTwitterToken: "t", twitterSecret: "s")
    },
    Row(
      "POST https://\(host)/twitterAccessTokenWithCreate", form,
      "tw_tk=t&tw_ts=s&username=bob" + kind
    ) {
      _ = try await $0.login(
        withTwitterToken: "t", twitterSecret: "s", createUserIfNeeded: true,
        usernameForCreate: "bob")
    },
    Row("GET http://\(host)/twitterStatusUpdate?tw_st=hi") {
      _ = try await $0.updateTwitterStatus(withMessage: "hi")
    },
    Row("GET http://\(host)/getTwitterUserInfo") {
      _ = try await $0.getLoggedInUserTwitterInfo()
    },
    Row(
      "POST http://\(host)/linkUserWithGigya", "application/json",
      #"{"gigya_uid":"u","gigya_ts":"1371040000","gigya_sig":"s="}"#
    ) { _ = try await $0.linkLoggedInUser(withGigyaUserDictionary: gigya) },
    Row("DELETE http://\(host)/unlinkUserFromGigya") {
      try await $0.unlinkLoggedInUserFromGigya()
    },
    Row(
      "POST https://\(host)/gigyaAccessToken", form,
      "gigya_uid=u&gigya_ts=1371040000&gigya_sig=s%3D" + kind
    ) {
      _ = try await $0.login(
        withGigyaUID: "u", uidSignature: "s=", signatureTimestamp: "1371040000")
    },
  ])
  func `a social call sends the request of the reference`(_ row: Row) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    try await row.call(stage.client())
    #expect(stage.texts == [MockTransport.text(row.line, type: row.type, body: row.body)])
  }

  @Test(arguments: [
    Row { _ = try await $0.createUser(withFacebookToken: nil) },
    Row { _ = try await $0.linkLoggedInUser(withFacebookToken: nil) },
    Row { _ = try await $0.login(withFacebookToken: nil, createUserIfNeeded: true) },
    Row { _ = try await $0.updateFacebookStatus(withMessage: nil) },
    Row { _ = try await $0.createUser(withTwitterToken: "t", twitterSecret: nil) },
    Row { _ = try await $0.linkLoggedInUser(withTwitterToken: nil, twitterSecret: "s") },
    Row { _ = try await $0.login(withTwitterToken: nil, twitterSecret: nil) },
    Row { _ = try await $0.updateTwitterStatus(withMessage: nil) },
    Row { _ = try await $0.login(withGigyaUserDictionary: nil) },
    Row { _ = try await $0.login(withGigyaUserDictionary: ["UID": "u"]) },
    Row { _ = try await $0.linkLoggedInUser(withGigyaUserDictionary: [:]) },
    Row {
      _ = try await $0.login(withGigyaUID: "u", uidSignature: nil, signatureTimestamp: "1")
    },
  ])
  func `a social call without an argument fails with -100`(_ row: Row) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let client = try stage.client()
    let error = await #expect(throws: NSError.self) { try await row.call(client) }
    #expect(error?.domain == "SMError" && error?.code == -100)
    #expect(error?.localizedDescription == "Nil argument(s) provided.")
    #expect(stage.requests == [])
  }

  @Test func `a new user has the configured name field, a login the literal one`()
    async throws
  {
    let stage = MockTransport(.json(.ok, [:]))
    let client = try stage.client()
    client.userSchema = "Teacher"
    client.userPrimaryKeyField = "email"
    _ = try await client.createUser(withFacebookToken: "f", username: "b@x.org")
    _ = try await client.login(
      withFacebookToken: "f", createUserIfNeeded: true, usernameForCreate: "b@x.org")
    #expect(
      stage.requests.map { String(decoding: $0.body, as: UTF8.self) } == [
        #"{"fb_at":"f","email":"b@x.org"}"#, "fb_at=f&username=b%40x.org" + Self.kind,
      ])
    #expect(stage.requests.allSatisfy { $0.target.raw.hasPrefix("/teacher/") })
  }
}

extension `Social requests` {
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var type: String?
    var body: String?
    var call: @Sendable (SMClient) async throws -> Void

    init(
      _ line: String = "", _ type: String? = nil, _ body: String? = nil,
      call: @escaping @Sendable (SMClient) async throws -> Void
    ) {
      self.line = line
      self.type = type
      self.body = body
      self.call = call
    }

    var testDescription: String { "\(line) \(body ?? "")" }
  }
}
