import Foundation
import GhostlightCore
import HTTPTypes

/// What a login or a refresh hands out.
struct SessionTokens: Sendable {
  /// The whole answer, as it is kept between two runs of the app.
  private(set) var answer: JSONObject
  private(set) var expiration: Date?

  /// The tokens of an answer that came just now.
  init(answer: JSON, now: Date) {
    self.answer = answer.object ?? [:]
    expiration = answer["expires_in"]?.number.map { now.addingTimeInterval($0) }
  }

  /// The tokens that were kept; `nil` for data that are none.
  init?(stored data: Data?) {
    guard let data, let stored = Response(.ok, body: Array(data)).json?.object else { return nil }
    answer = stored
    expiration = answer.removeValue(forKey: Self.expirationKey)?.number.map {
      Date(timeIntervalSince1970: $0 / 1000)
    }
  }

  var accessToken: String? { answer["access_token"]?.string }
  var macKey: String? { answer["mac_key"]?.string }
  var refreshToken: String? { answer["refresh_token"]?.string }

  /// The user that the tokens are for; `null` where the answer has none.
  var user: JSON { answer["stackmob"]?["user"] ?? .null }

  /// The answer with the date at which the access token expires, in milliseconds since 1970.
  var stored: Data {
    var kept = answer
    kept[Self.expirationKey] = expiration.map { .double($0.timeIntervalSince1970 * 1000) }
    return Data(JSON.object(kept).bytes)
  }

  private static let expirationKey = "expiration"
}
