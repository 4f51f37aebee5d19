import Foundation
import GhostlightCore
import Testing

@testable import StackMob

/// A call in both of its forms, with the request that both send.
struct CallRow: Sendable, CustomTestStringConvertible {
  typealias Call = @Sendable (SMClient, CallProbe) -> Void
  typealias Wait = @Sendable (SMClient, SMRequestOptions) async throws -> String

  static let object: JSON = [
    "a": 1, "failed": ["f"], "stackmob": ["user": ["username": "jack"]], "succeeded": ["s"],
  ]
  static let kind = "&token_type=mac&mac_algorithm=hmac-sha-1"

  /// The method, URL and body of the request.
  let request: String
  /// The success that the blocks report and the asynchronous form returns.
  let success: String
  /// The arguments that a failure block gets after the error.
  let failed: String
  /// Whether the call has options and queues.
  let hasOptions: Bool
  let answer: JSON
  let call: Call
  let wait: Wait?

  init(
    _ request: String, _ success: String? = nil, failed: String = "", hasOptions: Bool = true,
    answer: JSON = object, call: @escaping Call, wait: Wait? = nil
  ) {
    self.request = request
    self.success = success ?? Self.object.text()
    self.failed = failed
    self.hasOptions = hasOptions
    self.answer = answer
    self.call = call
    self.wait = wait
  }

  /// Returns a row of a call that gets tokens.
  static func token(
    _ endpoint: String, _ body: String, hasOptions: Bool = true, call: @escaping Call,
    wait: Wait? = nil
  ) -> CallRow {
    CallRow(
      "POST https://127.0.0.1:8080/user/\(endpoint) \(body)\(kind)", #"{"username":"jack"}"#,
      hasOptions: hasOptions, call: call, wait: wait)
  }

  var testDescription: String { request }
}
