import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Every push call` {
  /// One test case: a call in both of its forms, and the request that both send.
  struct Row: Sendable, CustomTestStringConvertible {
    let request: String
    var success = "done"
    let call: @Sendable (SMPushClient, CallProbe) -> Void
    let wait: @Sendable (SMPushClient) async throws -> String
    var testDescription: String { request }
  }

  private static let rows = [
    Row(
      request: #"POST /push_broadcast_universal {"kvPairs":{"a":1}}"#,
      call: { $0.broadcastMessage(["a": 1], onSuccess: $1.done, onFailure: $1.failure) },
      wait: {
        try await $0.broadcastMessage(["a": 1])
        return "done"
      }),
    Row(
      request: #"POST /push_users_universal {"kvPairs":{"a":1},"userIds":["u","v"]}"#,
      call: {
        $0.sendMessage(
          ["a": 1], toUsers: ["u", "v"], onSuccess: $1.done, onFailure: $1.failure)
      },
      wait: {
        try await $0.sendMessage(["a": 1], toUsers: ["u", "v"])
        return "done"
      }),
    Row(
      request: #"POST /push_tokens_universal {"tokens":[{"token":"t","type":"ios"}],"#
        + #""payload":{"kvPairs":{"a":1}}}"#,
      call: {
        $0.sendMessage(["a": 1], toTokens: ["t"], onSuccess: $1.done, onFailure: $1.failure)
      },
      wait: {
        try await $0.sendMessage(["a": 1], toTokens: ["t"])
        return "done"
      }),
    Row(
      request: #"POST /register_device_token_universal {"userId":"u","token":"#
        + #"{"token":"t","type":"ios"},"overwrite":false}"#,
      call: {
        $0.registerDeviceToken(
          "t", withUser: "u", overwrite: false, onSuccess: $1.done, onFailure: $1.failure)
      },
      wait: {
        try await $0.registerDeviceToken("t", withUser: "u", overwrite: false)
        return "done"
      }),
    Row(
      request: #"POST /remove_token_universal {"token":"t","type":"ios"}"#,
      call: { $0.deleteToken("t", onSuccess: $1.done, onFailure: $1.failure) },
      wait: {
        try await $0.deleteToken("t")
        return "done"
      }),
    Row(
      request: "GET /get_tokens_for_users_universal?userIds=u%2Cv", success: "t android, x ios",
      call: { client, probe in
        client.getTokensForUsers(
          ["u", "v"], onSuccess: { probe.blocks.receive("main: " + text($0)) },
          onFailure: probe.failure)
      }, wait: { text(try await $0.getTokensForUsers(["u", "v"])) }),
  ]

  private static let answer: JSON = [
    "tokens": [
      "u": [["token": "t", "type": "android"], ["token": "no type"], ["type": "ios"]],
      "v": [["token": "x", "type": "ios"]],
    ]
  ]

  private static func text(_ tokens: [AnyHashable: Any]) -> String {
    ["u", "v"].flatMap { tokens[$0] as? [SMPushToken] ?? [] }
      .map { "\($0.tokenString) \($0.type)" }.joined(separator: ", ")
  }

  @Test(arguments: rows, [false, true]) func `a call reports its result and its failure`(
    _ row: Row, _ isRefused: Bool
  ) async throws {
    let stage = MockTransport(
      isRefused ? .json(.conflict, ["error": "no"]) : .json(.ok, Self.answer))
    let client = SMPushClient(
      apiVersion: "2", publicKey: "p", privateKey: "q", pushHost: "push:8",
      environment: SMEnvironment(transport: stage.transport))
    let probe = CallProbe()
    let expected = isRefused ? #"SMError 409 {"error":"no"}"# : row.success
    #expect(await probe.blocks.next { row.call(client, probe) } == "main: " + expected)
    let outcome: String
    do { outcome = try await row.wait(client) } catch { outcome = CallProbe.text(of: error) }
    #expect(outcome == expected)
    let sent = stage.requests.map { request in
      let body = request.body.isEmpty ? "" : " " + String(decoding: request.body, as: UTF8.self)
      return "\(request.method.rawValue) \(request.target.raw)\(body)"
    }
    #expect(sent == [row.request, row.request])
    #expect(
      stage.requests.allSatisfy {
        $0.authority == "push:8" && $0.scheme == "http"
          && $0.headers[.accept] == "application/vnd.stackmob+json; version=2"
      })
    let nonces = stage.requests.map { $0.headers[.authorization] }
    #expect(nonces[0] != nonces[1])
  }

  @Test(arguments: rows) func `a call without a network fails with -105`(_ row: Row) async {
    let transport = Transport { _ throws(TransportError) in throw .notConnectedToInternet("off") }
    let client = SMPushClient(
      apiVersion: "0", publicKey: "p", privateKey: "q",
      environment: SMEnvironment(transport: transport))
    let probe = CallProbe()
    #expect(
      await probe.blocks.next { row.call(client, probe) }
        == #"main: SMError -105 {"NSLocalizedDescription":"off"}"#)
    #expect(client.host == "push.stackmob.com")
  }

  @Test func `the first push client is the default until another one is set`() {
    func client(_ key: String) -> SMPushClient {
      SMPushClient(
        apiVersion: "0", publicKey: key, privateKey: "q",
        environment: SMEnvironment(transport: MockTransport().transport))
    }
    let before = SMPushClient.default()
    defer { SMPushClient.setDefault(before) }
    _ = client("a")
    #expect(SMPushClient.default() != nil)
    let other = client("b")
    #expect(SMPushClient.default() !== other)
    SMPushClient.setDefaultClient(other)
    #expect(SMPushClient.default() === other && SMPushClient.defaultClient() === other)
  }

  @Test func `tokens are equal if text, type and time are`() {
    let token = SMPushToken(string: "t")
    #expect(token.type == "ios" && token.registrationTime == nil && token.tokenString == "t")
    #expect(token == SMPushToken(string: "t", type: TOKEN_TYPE_IOS))
    #expect(token != SMPushToken(string: "t", type: TOKEN_TYPE_ANDROID_C2DM))
    #expect([TOKEN_TYPE_ANDROID_C2DM, TOKEN_TYPE_ANDROID_GCM] == ["android", "androidgcm"])
  }
}
