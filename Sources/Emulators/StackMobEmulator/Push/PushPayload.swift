import GhostlightCore

/// What a push says (A22): the pairs as sent, and the form that iOS gets.
struct PushPayload: Sendable, Hashable {
  private let pairs: JSONObject
  /// The size that the platforms' limits are for, in bytes.
  ///
  /// - Source: assumption: the size of the pairs as compact JSON, for both platforms.
  let size: Int

  init(_ pairs: JSONObject) {
    self.pairs = pairs
    size = JSON.object(pairs).bytes.count
  }

  /// The payload for a platform; `nil` where it is too large to be delivered.
  func content(for platform: PushPlatform) -> JSONObject? {
    guard size <= platform.payloadLimit else { return nil }
    return platform == .ios ? applePairs : pairs
  }

  /// `badge`, `sound` and `message` or `alert` stand in `aps`; a `badge` that is no integer stays.
  private var applePairs: JSONObject {
    var aps = JSONObject()
    var rest = JSONObject()
    for pair in pairs {
      switch pair.key {
      case "badge" where pair.value.integer != nil: aps["badge"] = pair.value
      case "sound": aps["sound"] = pair.value
      case "message": aps["alert"] = pair.value
      case "alert" where pairs["message"] == nil: aps["alert"] = pair.value
      default: rest[pair.key] = pair.value
      }
    }
    guard !aps.isEmpty else { return rest }
    rest["aps"] = .object(aps)
    return rest
  }
}
