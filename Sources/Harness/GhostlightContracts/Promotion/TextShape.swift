import GhostlightCore

/// The common form of strings that machines generate: ids, dates, tokens.
enum TextShape: Hashable {
  /// A placeholder that redaction inserted.
  case secret
  /// A UUID.
  case uuid
  /// A JSON web token.
  case webToken
  /// An id with this number of hexadecimal digits.
  case hexadecimal(Int)
  /// A date in this format.
  case date(String)
  /// A date with a time in this format.
  case timestamp(String)
  /// One or more decimal digits.
  case digits
  case url
  /// Letters, digits and a few other characters, with the minimum and maximum length.
  case token(Int, Int)

  /// Finds the narrowest shape that all strings have; returns `nil` for strings that people write.
  ///
  /// If all strings are equal, only shapes that no ordinary string has by chance are recognized.
  init?(of texts: [String], areDifferent: Bool) {
    guard let first = texts.first, !first.isEmpty else { return nil }
    if texts.contains(where: Self.isRedacted) {
      self = .secret
      return
    }
    let certain = [TextShape.uuid, .webToken] + Self.formats
    if let shape = certain.first(where: { shape in texts.allSatisfy(shape.fits) }) {
      self = shape
      return
    }
    let lengths = texts.map(\.utf8.count)
    let (least, most) = (lengths.min() ?? 0, lengths.max() ?? 0)
    if least == most, most >= 16, texts.allSatisfy(TextShape.hexadecimal(most).fits) {
      self = .hexadecimal(most)
      return
    }
    let possible = [TextShape.digits, .url, .token(least, most)]
    guard areDifferent, let shape = possible.first(where: { texts.allSatisfy($0.fits) }) else {
      return nil
    }
    if case .token = shape, least < 16 { return nil }
    self = shape
  }

  private static let formats: [TextShape] = [
    .timestamp("yyyy-MM-dd'T'HH:mm:ss.SSSXXX"), .timestamp("yyyy-MM-dd'T'HH:mm:ssXXX"),
    .timestamp("yyyy-MM-dd'T'HH:mm:ss.SSSSSSXXX"), .timestamp("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSXXX"),
    .timestamp("yyyy-MM-dd'T'HH:mm:ss"), .timestamp("yyyy-MM-dd HH:mm:ss"),
    .timestamp("EEE, dd MMM yyyy HH:mm:ss z"), .date("yyyy-MM-dd"),
  ]

  /// Returns whether a string contains a placeholder that redaction inserted.
  static func isRedacted(_ text: String) -> Bool {
    text == "REDACTED" || text.contains("REDACTED-")
  }

  private func fits(_ text: String) -> Bool {
    switch self {
    case .secret: Self.isRedacted(text)
    case .date(let format), .timestamp(let format): DateFormat(format).matches(text)
    case .uuid, .webToken, .hexadecimal, .digits, .url, .token:
      Pattern(pattern)?.isFound(in: text) ?? false
    }
  }

  private var pattern: String {
    switch self {
    case .uuid: "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$"
    case .webToken: "^[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{4,}\\.[A-Za-z0-9_-]*$"
    case .hexadecimal(let count): "^[0-9A-Fa-f]{\(count)}$"
    case .digits: "^[0-9]+$"
    case .url: "^https?://[^\\s]+$"
    case .token(let least, let most):
      "^[A-Za-z0-9_+/=.~:-]{\(least == most ? "\(least)" : "16,")}$"
    case .secret, .date, .timestamp: ".+"
    }
  }

  /// A matcher that accepts any string of this shape.
  var matcher: PactMatcher {
    switch self {
    case .secret: .notEmpty
    case .date(let format): .date(format)
    case .timestamp(let format): .timestamp(format)
    case .uuid, .webToken, .hexadecimal, .digits, .url, .token: .regex(pattern)
    }
  }

  var description: String {
    switch self {
    case .secret: "a secret"
    case .uuid: "a UUID"
    case .webToken: "a JSON web token"
    case .hexadecimal(let count): "an id of \(count) hexadecimal digits"
    case .date(let format): "a date, \(format)"
    case .timestamp(let format): "a time, \(format)"
    case .digits: "digits"
    case .url: "a URL"
    case .token(let least, let most):
      least == most ? "a token of \(least) characters" : "a token"
    }
  }
}
