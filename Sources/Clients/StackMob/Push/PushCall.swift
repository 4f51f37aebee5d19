import Foundation
import GhostlightCore
import HTTPTypes

/// A push request with checked arguments, ready to be sent (protocol reference A22.1).
struct PushCall: Sendable, Hashable {
  let method: HTTPRequest.Method
  /// The percent-encoded path and query.
  let target: String
  let body: JSON?

  private init(_ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil) {
    self.method = method
    self.target = target
    self.body = body
  }

  /// Creates the request that registers a device for a user.
  ///
  /// - Throws: `SMError` -100 if the token is invalid or there is no user.
  static func register(_ token: Any?, user: String?, overwrite: Bool) throws -> PushCall {
    PushCall(
      .post, "/register_device_token_universal",
      [
        "userId": .string(try given(user)), "token": try json(token: token),
        "overwrite": .bool(overwrite),
      ])
  }

  /// Creates the request that sends a message to all devices.
  ///
  /// - Throws: `SMError` -100 if the message is not a JSON object.
  static func broadcast(_ message: [AnyHashable: Any]?) throws -> PushCall {
    PushCall(.post, "/push_broadcast_universal", ["kvPairs": try JSON(foundation: given(message))])
  }

  /// Creates the request that sends a message to the devices of some users.
  ///
  /// - Throws: `SMError` -100 if the message is not a JSON object, or if `users` is `nil`.
  static func send(_ message: [AnyHashable: Any]?, users: [String]?) throws -> PushCall {
    let pairs = try JSON(foundation: given(message))
    let names = try given(users).map { JSON.string($0) }
    return PushCall(.post, "/push_users_universal", ["kvPairs": pairs, "userIds": .array(names)])
  }

  /// Creates the request that sends a message to some devices.
  ///
  /// - Throws: `SMError` -100 if the message is not a JSON object, or if a token is invalid.
  static func send(_ message: [AnyHashable: Any]?, tokens: [Any]?) throws -> PushCall {
    let pairs = try JSON(foundation: given(message))
    let tokens = try given(tokens).map { try json(token: $0) }
    return PushCall(
      .post, "/push_tokens_universal",
      ["tokens": .array(tokens), "payload": ["kvPairs": pairs]])
  }

  /// Creates the request that reads the tokens of some users.
  ///
  /// - Throws: `SMError` -100 if `users` is `nil`.
  static func tokens(of users: [String]?) throws -> PushCall {
    let names = PercentEncoding.encode(try given(users).joined(separator: ","))
    return PushCall(.get, "/get_tokens_for_users_universal?userIds=" + names)
  }

  /// Creates the request that removes a device's token.
  ///
  /// - Throws: `SMError` -100 if the token is invalid.
  static func remove(_ token: Any?) throws -> PushCall {
    PushCall(.post, "/remove_token_universal", try json(token: token))
  }

  /// Returns the tokens in a response, by user name.
  static func tokens(in answer: JSON) -> [String: [SMPushToken]] {
    var tokens: [String: [SMPushToken]] = [:]
    for member in answer["tokens"]?.object ?? [:] {
      tokens[member.key] = (member.value.array ?? []).compactMap { SMPushToken(listed: $0) }
    }
    return tokens
  }

  private static func json(token: Any?) throws -> JSON {
    switch try given(token) {
    case let token as SMPushToken: return token.json
    case let text as String: return SMPushToken(string: text).json
    case let other:
      throw SMFailure.invalidArguments(
        "A \(type(of: other)) is not a device token; use an SMPushToken, or the string of an iOS token."
      )
    }
  }

  private static func given<Argument>(_ argument: Argument?) throws -> Argument {
    guard let argument else { throw SMFailure.invalidArguments("Nil argument(s) provided.") }
    return argument
  }
}
