import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Push client` {
  private static let token = String(repeating: "0", count: 64)

  @Test func `the signature of a registration is that of the reference`() async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let client = client(
      stage, seconds: 1_371_040_000, nonce: "5E0D8C1A-3A5B-4B6C-9D7E-8F9012345678")
    try await client.registerDeviceToken(Self.token, withUser: "bodie")
    let authorization = [
      #"OAuth realm="http://push.stackmob.com""#,
      #"oauth_consumer_key="3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13""#,
      #"oauth_nonce="5E0D8C1A-3A5B-4B6C-9D7E-8F9012345678""#,
      #"oauth_signature_method="HMAC-SHA1""#, #"oauth_timestamp="1371040000""#,
      #"oauth_version="1.0""#, #"oauth_signature="S0wYaXO8JvAHUjFeAODXSsKnu%2Fw%3D""#,
    ].joined(separator: ",")
    #expect(
      stage.texts == [
        """
        POST http://push.stackmob.com/register_device_token_universal
        Accept: application/vnd.stackmob+json; version=0
        Content-Type: application/json
        Authorization: \(authorization)

        {"userId":"bodie","token":{"token":"\(Self.token)","type":"ios"},"overwrite":true}
        """
      ])
  }

  @Test func `a request for tokens is signed as in the reference, and parsed`()
    async throws
  {
    let stage = MockTransport(
      .json(
        .ok,
        [
          "tokens": [
            "nola": [
              ["token": "abc", "type": "androidgcm", "registered_milliseconds": 1_371_040_000_123]
            ],
            "bodie": [],
          ]
        ]))
    let client = client(
      stage, seconds: 1_371_040_001, nonce: "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9")
    let tokens = try await client.getTokensForUsers(["nola", "bodie"])
    let request = try #require(stage.requests.first)
    #expect(request.method == .get)
    #expect(request.target == "/get_tokens_for_users_universal?userIds=nola%2Cbodie")
    #expect(request.headers[.contentType] == nil)
    let signature = #"oauth_signature="4nx25RINJvVhVHlFilCOrEZ22hw%3D""#
    #expect(request.headers[.authorization]?.hasSuffix(signature) == true)
    let nola = try #require(tokens["nola"]?.first)
    #expect(tokens.count == 2 && tokens["bodie"] == [])
    #expect(nola.tokenString == "abc")
    #expect(nola.type == TOKEN_TYPE_ANDROID_GCM)
    #expect(nola.registrationTime == Date(timeIntervalSince1970: 1_371_040_000.123))
  }

  @Test(arguments: [
    Row("/push_broadcast_universal", #"{"kvPairs":{"alert":"hi","badge":2}}"#) {
      try await $0.broadcastMessage(["badge": 2, "alert": "hi"])
    },
    Row(
      "/push_users_universal", #"{"kvPairs":{"alert":"hi"},"userIds":["nola","bodie"]}"#
    ) { try await $0.sendMessage(["alert": "hi"], toUsers: ["nola", "bodie"]) },
    Row(
      "/push_tokens_universal",
      #"{"tokens":[{"token":"a","type":"ios"},{"token":"b","type":"android"}],"#
        + #""payload":{"kvPairs":{"alert":"hi"}}}"#
    ) {
      try await $0.sendMessage(
        ["alert": "hi"],
        toTokens: ["a", SMPushToken(string: "b", type: TOKEN_TYPE_ANDROID_C2DM)])
    },
    Row(
      "/register_device_token_universal",
      #"{"userId":"nola","token":{"token":"b","type":"androidgcm"},"overwrite":false}"#
    ) {
      try await $0.registerDeviceToken(
        SMPushToken(string: "b", type: TOKEN_TYPE_ANDROID_GCM), withUser: "nola", overwrite: false)
    },
    Row("/remove_token_universal", #"{"token":"a","type":"ios"}"#) {
      try await $0.deleteToken("a")
    },
  ])
  func `each push call sends its body`(_ row: Row) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    try await row.call(client(stage))
    #expect(stage.requests.map(\.method) == [.post])
    #expect(stage.requests.map(\.target.raw) == [row.target])
    #expect(stage.requests.map { String(decoding: $0.body, as: UTF8.self) } == [row.body])
  }

  @Test(arguments: [
    Row("", "") { try await $0.broadcastMessage(nil) },
    Row("", "") { try await $0.broadcastMessage(["when": Date()]) },
    Row("", "") { try await $0.sendMessage(["a": 1], toUsers: nil) },
    Row("", "") { try await $0.sendMessage(["a": 1], toTokens: [17]) },
    Row("", "") { try await $0.registerDeviceToken(nil, withUser: "nola") },
    Row("", "") { try await $0.registerDeviceToken("a", withUser: nil) },
    Row("", "") { _ = try await $0.getTokensForUsers(nil) },
    Row("", "") { try await $0.deleteToken(1.5) },
  ])
  func `a push call with a missing or invalid argument fails with -100`(_ row: Row) async {
    let stage = MockTransport(.json(.ok, [:]))
    let error = await #expect(throws: NSError.self) { try await row.call(client(stage)) }
    #expect(error?.domain == "SMError" && error?.code == -100)
    #expect(stage.requests == [])
  }

  @Test func `a refused push call fails with its status in the domain SMError`() async {
    let stage = MockTransport(.json(.conflict, ["error": "taken"]))
    let error = await #expect(throws: NSError.self) {
      try await client(stage).registerDeviceToken("a", withUser: "nola")
    }
    #expect(error?.domain == "SMError" && error?.code == 409)
    #expect(error?.userInfo["error"] as? String == "taken")
  }

  @Test func `push callbacks run once, immediately for invalid arguments`() async {
    let stage = MockTransport(
      .json(.ok, [:]), .json(.ok, ["tokens": ["nola": [["token": "a", "type": "ios"]]]]),
      .json(.badRequest, [:]))
    let client = client(stage)
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let failed: SMFailureBlock = { continuation.yield("\(($0 as NSError).code)") }
    client.deleteToken(nil, onSuccess: nil, onFailure: failed)
    continuation.yield("now")
    var turns = events.makeAsyncIterator()
    var seen = [await turns.next(), await turns.next()]
    client.broadcastMessage(["a": 1], onSuccess: { continuation.yield("sent") }, onFailure: failed)
    seen.append(await turns.next())
    client.getTokensForUsers(["nola"]) { users in
      continuation.yield((users["nola"] as? [SMPushToken])?.first?.tokenString ?? "none")
    } onFailure: {
      failed($0)
    }
    seen.append(await turns.next())
    client.sendMessage(["a": 1], toUsers: ["x"], onSuccess: nil, onFailure: failed)
    seen.append(await turns.next())
    #expect(seen == ["-100", "now", "sent", "a", "400"])
  }

  private func client(
    _ stage: MockTransport, seconds: Double = 0, nonce: String = "n1"
  ) -> SMPushClient {
    var environment = SMEnvironment(transport: stage.transport)
    environment.now = { Date(timeIntervalSince1970: seconds) }
    return SMPushClient(
      apiVersion: "0", publicKey: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13",
      privateKey: "9b0d6a52-77c4-4f18-8e3a-1d2c3b4a5f60", pushHost: DEFAULT_PUSH_HOST,
      environment: environment, nonce: { nonce })
  }
}

extension `Push client` {
  struct Row: Sendable, CustomTestStringConvertible {
    var target: String
    var body: String
    var call: @Sendable (SMPushClient) async throws -> Void

    init(
      _ target: String, _ body: String,
      call: @escaping @Sendable (SMPushClient) async throws -> Void
    ) {
      self.target = target
      self.body = body
      self.call = call
    }

    var testDescription: String { "\(target) \(body)" }
  }
}
