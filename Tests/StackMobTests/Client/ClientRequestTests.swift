import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Client requests` {
  private static let fields = """
    Accept: application/vnd.stackmob+json; version=0
    X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13
    User-Agent: StackMob/2.2.0 (test)
    """
  private static let user: JSON = ["stackmob": ["user": ["username": "jack"]]]

  /// One test case: a call and the complete request that it must send.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: @Sendable (SMClient) async throws -> Void
    let request: String
  }

  private static func form(_ endpoint: String, _ body: String) -> String {
    """
    POST https://127.0.0.1:8080/user/\(endpoint)
    \(fields)
    Content-Type: application/x-www-form-urlencoded

    \(body)&token_type=mac&mac_algorithm=hmac-sha-1
    """
  }

  private static let rows = [
    Row(
      testDescription: "login",
      call: { _ = try await $0.login(withUsername: "jack", password: "pw") },
      request: form("accessToken", "username=jack&password=pw")),
    Row(
      testDescription: "login, escaped",
      call: { _ = try await $0.login(withUsername: "j@ck+1", password: "p w&\u{e9}") },
      request: form("accessToken", "username=j%40ck%2B1&password=p%20w%26%C3%A9")),
    Row(
      testDescription: "login with a temporary password",
      call: {
        _ = try await $0.login(
          withUsername: "jack", temporaryPassword: "t", settingNewPassword: "n")
      }, request: form("accessToken", "username=jack&password=t&new_password=n")),
    Row(
      testDescription: "login with other names",
      call: {
        $0.userSchema = "Teacher"
        $0.setUserPrimaryKeyField("email")
        $0.setUserPasswordField("secret")
        _ = try await $0.login(withUsername: "jack", password: "pw")
      },
      request: form("accessToken", "email=jack&secret=pw").replacing("/user/", with: "/teacher/")),
    Row(
      testDescription: "forgot password",
      call: { try await $0.sendForgotPaswordEmail(forUser: "jack") },
      request: """
        POST http://127.0.0.1:8080/user/forgotPassword
        \(fields)
        Content-Type: application/json

        {"username":"jack"}
        """),
    Row(
      testDescription: "change password",
      call: { try await $0.changeLoggedInUserPassword(from: "old", to: "new") },
      request: """
        POST https://127.0.0.1:8080/user/resetPassword
        \(fields)
        Content-Type: application/json

        {"old":{"password":"old"},"new":{"password":"new"}}
        """),
    Row(
      testDescription: "logged-in user",
      call: { _ = try await $0.getLoggedInUser(with: SMRequestOptions(expandDepth: 2)) },
      request: """
        GET http://127.0.0.1:8080/user/loggedInUser
        \(fields)
        X-StackMob-Expand: 2

        """),
    Row(
      testDescription: "logout", call: { try await $0.logout(with: .withHTTPS()) },
      request: """
        GET https://127.0.0.1:8080/user/logout
        \(fields)

        """),
  ]

  @Test(arguments: rows) func `a call sends the reference's request`(_ row: Row) async throws {
    let stage = MockTransport(.json(.ok, Self.user))
    try await row.call(try .of(stage))
    #expect(stage.texts == [row.request])
  }

  @Test func `a refresh sends no credentials except the refresh token`() async throws {
    let stage = MockTransport(.json(.ok, Self.user))
    let user = try await SMClient.of(stage, loggedIn: true).refreshLogin()
    #expect(Blocks.text(of: user, []) == "username=jack")
    let body = "refresh_token=r1R2r3R4r5R6r7R8r9R0s1S2s3S4s5S6"
    #expect(stage.texts == [Self.form("refreshToken", body)])
  }

  @Test func `the logged-in user is read with a signature, also over https`() async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let client = try SMClient.of(stage, loggedIn: true, apiHost: "api.stackmob.com") {
      $0.now = { Date(timeIntervalSince1970: 1_371_040_120) }
      $0.nonce = { "n9999" }
    }
    _ = try await client.getLoggedInUser(with: .withHTTPS())
    let mac = #"mac="QrZId64TWlhO+HMNpjEdfi3MyzM=""#
    #expect(
      stage.texts == [
        """
        GET https://api.stackmob.com/user/loggedInUser
        \(Self.fields)
        Authorization: MAC id="a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6",ts="1371040120",nonce="n9999",\(mac)

        """
      ])
  }

  @Test func `secure calls use a separate host, or http for a service without TLS`()
    async throws
  {
    let stage = MockTransport(.json(.ok, Self.user))
    let secure = try SMClient.of(stage) { $0.httpsHost = "127.0.0.1:8443" }
    _ = try await secure.login(withUsername: "jack", password: "pw")
    let plain = try SMClient.of(stage) { $0.sendsSecureCallsOverHTTP = true }
    _ = try await plain.login(withUsername: "jack", password: "pw")
    #expect(
      stage.requests.map { "\($0.scheme) \($0.authority)" } == [
        "https 127.0.0.1:8443", "http 127.0.0.1:8080",
      ])
  }
}
