/// Reads the segments of a path, and finds those that are secrets.
///
/// A segment is a secret after a strong name (`/token/…`), or if it looks like a secret and follows
/// a word such as `reset` or `invite`. The key of a Telegram bot and the last segment of a
/// webhook's URL are secrets, too.
///
/// - Source: gitleaks 8.30.1, rules `telegram-bot-api-token`, `slack-webhook-url`; Discord,
///   "Webhook resource".
struct PathSecrets {
  struct Segment {
    let range: Range<Int>
    /// The name for the secret's placeholder; `nil` if the segment is not a secret.
    var name: String?
    /// Whether the segment is a secret only because of its form.
    var isWeak = false
  }

  private let bytes: [UInt8]
  private let rules: RedactionRules
  private var index = 0
  private let end: Int
  private var before: [Range<Int>]

  /// Creates a reader for a whole path, or for the rest of a path after `segment`, beginning at
  /// `start`.
  init(
    _ bytes: [UInt8], _ rules: RedactionRules, from start: Int = 0, after segment: Range<Int>? = nil
  ) {
    self.bytes = bytes
    self.rules = rules
    index = start
    before = segment.map { [$0] } ?? []
    end =
      segment == nil ? bytes.count : bytes[start...].firstIndex(where: Self.endsPath) ?? bytes.count
  }

  private static func endsPath(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || TokenBytes.endsValue(byte)
  }

  /// Returns the next segment, which may be empty; `nil` after the last segment.
  mutating func next() -> Segment? {
    guard index <= end, index < bytes.count else { return nil }
    let start = index
    let stop = bytes[start..<end].firstIndex(of: UInt8(ascii: "/")) ?? end
    index = stop + 1
    let segment = secret(start..<stop)
    before.append(start..<stop)
    return segment
  }

  private func secret(_ range: Range<Int>) -> Segment {
    let segment = bytes[range]
    guard segment.count >= 8 else { return Segment(range: range) }
    if rules.isOn, segment.starts(with: "bot".utf8),
      let colon = segment.firstIndex(of: UInt8(ascii: ":")),
      let key = KnownForms.telegram(bytes, range.lowerBound..<colon),
      key.upperBound == range.upperBound
    {
      return Segment(range: key, name: "telegram_token")
    }
    guard let previous = before.last, !previous.isEmpty else { return Segment(range: range) }
    switch rules.strength(of: bytes[previous]) {
    case .strong where segment.contains(where: { (0x30...0x39).contains($0) }):
      return Segment(range: range, name: name(previous))
    case .harmless: return Segment(range: range)
    default: break
    }
    if rules.isOn, Self.isAction(bytes[previous]), SecretShape.isLikely(segment) {
      return Segment(range: range, name: name(previous), isWeak: true)
    }
    return isWebhook(segment) ? Segment(range: range, name: "webhook") : Segment(range: range)
  }

  private func name(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns whether a secret may follow this segment, as after `password-reset`.
  private static func isAction(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.count <= 32
      && segment.split(whereSeparator: { !TokenBytes.isAlphanumeric($0) }).contains { word in
        actions.contains(WordHash(word).value)
      }
  }

  private static let actions: Set<UInt64> = Set(
    """
    reset invite invites invitation invitations verify verification confirm confirmation activate
    activation unsubscribe magic recover recovery unlock signin login optout
    """.split(whereSeparator: \.isWhitespace).map { WordHash($0.utf8).value })

  /// Returns whether a segment is the last segment of a Slack or Discord webhook's URL.
  private func isWebhook(_ segment: ArraySlice<UInt8>) -> Bool {
    guard rules.isOn, segment.count >= 20, before.count >= 2 else { return false }
    let places = before.suffix(3).map { bytes[$0] }
    if segment.count >= 60, places.suffix(2).first?.elementsEqual("webhooks".utf8) == true {
      return places.last?.allSatisfy { (0x30...0x39).contains($0) } == true
    }
    guard places.count == 3 else { return false }
    return ["services", "workflows", "triggers"].contains { places[0].elementsEqual($0.utf8) }
      && places[1].first == UInt8(ascii: "T") && places[2].first == UInt8(ascii: "B")
  }
}
