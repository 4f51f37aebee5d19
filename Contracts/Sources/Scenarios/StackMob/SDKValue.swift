import Foundation
import GhostlightCore
import TestExecutors

import StackMob

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Conversions of the SDK's results to values that can be compared.
enum SDKValue: EventProbe {
  static func value(_ value: Any) throws -> JSON { try JSON(foundation: value) }

  /// Returns the push tokens of each user.
  static func tokens(_ tokens: [String: [SMPushToken]]) -> JSON {
    .object(
      JSONObject(
        uniqueMembers: tokens.keys.sorted().map { user in
          .init(user, .array((tokens[user] ?? []).map(token)))
        }))
  }

  private static func token(_ token: SMPushToken) -> JSON {
    let seconds = token.registrationTime?.timeIntervalSince1970
    return [
      "token": .string(token.tokenString), "type": .string(token.type),
      "registered": seconds.map { .integer(Int64($0 * 1000)) } ?? .null,
    ]
  }

  /// Returns the status, content type and body that custom code responded with.
  static func answer(_ answer: (response: HTTPURLResponse?, body: Any?)) throws -> JSON {
    let body: JSON
    switch answer.body {
    case nil: body = .null
    case let bytes as Data: body = ["bytes": .array(bytes.map { .integer(Int64($0)) })]
    case .some(let value): body = try JSON(foundation: value)
    }
    return [
      "status": .integer(Int64(answer.response?.statusCode ?? 0)),
      "type": answer.response?.mimeType.map(JSON.string) ?? .null, "body": body,
    ]
  }

  /// Returns an error's domain, code and details, including inner errors; `null` for no error.
  static func error(_ error: (any Error)?) -> JSON {
    guard let error = error.map({ $0 as NSError }) else { return nil }
    let members = error.userInfo.sorted { $0.key < $1.key }.map { key, value -> JSONObject.Member in
      switch value {
      case let inner as NSError: .init(key, self.error(inner))
      case let response as HTTPURLResponse: .init(key, .integer(Int64(response.statusCode)))
      default: .init(key, (try? JSON(foundation: value)) ?? .string("\(type(of: value))"))
      }
    }
    return [
      "domain": .string(error.domain), "code": .integer(Int64(error.code)),
      "info": .object(JSONObject(uniqueMembers: members)),
    ]
  }

  /// Waits for the value that a call passes to its block.
  static func block(_ start: (@escaping @Sendable (JSON) -> Void) -> Void) async -> JSON {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: $0) }
    }
  }
}
