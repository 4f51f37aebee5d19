import GhostlightCore
import HTTPTypes

/// Follows the values that backends issue, so that login, use and deletion can be compared.
///
/// Two backends issue different ids and tokens. If two responses have different strings at the same
/// place, the pair of strings is a candidate. It is not a candidate if a client sent the expected
/// string earlier, because then no backend issued that string. If a later request contains the
/// expected string, the pair is confirmed, and the actual backend receives the actual string
/// instead. The string may be a whole value or a word of the path, the query, header fields, JSON
/// or a form. A confirmed pair is not drift.
///
/// A string is followed only if it looks issued: without white space, and with a digit or at least
/// 16 bytes. Integers are not followed, nor are words in bodies that are neither JSON nor forms.
/// Sign a request after it has been rewritten, because the change invalidates its signature.
struct IssuedValues: Sendable {
  private var candidates: [String: String] = [:]
  private var sent: Set<String> = []
  /// The confirmed pairs: actual strings, keyed by the expected string.
  private(set) var confirmed: [String: String] = [:]

  /// The maximum number of strings to remember, in each collection; later strings are ignored.
  private static let mostStrings = 200_000

  /// Stores as candidate pairs the strings that differ at the same place in both responses.
  mutating func record(expected: Response, actual: Response) {
    guard candidates.count < Self.mostStrings else { return }
    for field in expected.headers where !DriftMask.standardHeaders.contains(field.name) {
      guard let other = actual.headers.value(of: field.name) else { continue }
      TokenCandidates.pair(field.value, other) { record($0, $1) }
    }
    guard let expected = expected.json, let actual = actual.json else { return }
    record(expected, actual)
  }

  private mutating func record(_ expected: JSON, _ actual: JSON) {
    switch (expected, actual) {
    case (.string(let expected), .string(let actual)):
      TokenCandidates.pair(expected, actual) { record($0, $1) }
    case (.object(let expected), .object(let actual)):
      for member in expected {
        if let value = actual[member.key] { record(member.value, value) }
      }
    case (.array(let expected), .array(let actual)):
      for (expected, actual) in Self.paired(expected, actual) { record(expected, actual) }
    default:
      break
    }
  }

  private mutating func record(_ expected: String, _ actual: String) {
    guard expected != actual, Self.looksIssued(expected), Self.looksIssued(actual),
      !sent.contains(expected)
    else { return }
    // The first pair is that of the response that issued the value.
    if candidates[expected] == nil { candidates[expected] = actual }
  }

  /// Returns pairs of the elements of two arrays: those that differ only in generated values, in
  /// order, and of the others those with the same index.
  private static func paired(_ expected: [JSON], _ actual: [JSON]) -> [(JSON, JSON)] {
    guard expected != actual else { return [] }
    let bytes = { (value: JSON) in JSONComparison.exactBytes(GeneratedValues.masked(value)) }
    var places: [[UInt8]: [Int]] = [:]
    for (index, element) in actual.enumerated().reversed() {
      places[bytes(element), default: []].append(index)
    }
    return expected.enumerated().compactMap { index, element in
      if let place = places[bytes(element)]?.popLast() { return (element, actual[place]) }
      return index < actual.count ? (element, actual[index]) : nil
    }
  }

  static func looksIssued(_ text: String) -> Bool {
    let bytes = text.utf8
    return !bytes.contains { $0 <= 0x20 }
      && (bytes.count >= 16 || bytes.contains { (0x30...0x39).contains($0) })
  }

  /// Returns the string with every confirmed expected string replaced by its actual counterpart.
  func translated(_ text: String) -> String {
    TokenCandidates.rewrite(text) { confirmed[$0] } ?? text
  }

  /// Replaces the expected strings of candidates in `text`, a string of a request; returns `nil` if
  /// it contains none.
  mutating func rewrite(_ text: String) -> String? {
    TokenCandidates.rewrite(text) { word in
      if let actual = candidates[word] {
        confirmed[word] = actual
        return actual
      }
      if sent.count < Self.mostStrings { sent.insert(word) }
      return nil
    }
  }
}

/// Splits a string into all parts that may be an issued value: the whole string, its words, and
/// parts of words.
enum TokenCandidates {
  /// The separators for each level of splitting, coarsest first.
  ///
  /// Base64 tokens may contain `/` and `+`, and end with `=`.
  private static let separators = [" \t,;\"'()<>", "=", "/?&:@#|="].map { Array($0.utf8) }

  /// Replaces the words of a string that have a replacement, trying longer words first.
  ///
  /// - Returns: The new string, or `nil` if no word has a replacement.
  static func rewrite(
    _ text: String, level: Int = 0, _ replacement: (String) -> String?
  ) -> String? {
    if let other = replacement(text) { return other }
    guard let pieces = split(text, from: level) else { return nil }
    var isChanged = false
    let rewritten = pieces.texts.enumerated().map { position, piece in
      guard position.isMultiple(of: 2), !piece.isEmpty,
        let other = rewrite(piece, level: pieces.level + 1, replacement)
      else { return piece }
      isChanged = true
      return other
    }
    return isChanged ? rewritten.joined() : nil
  }

  /// Calls `visit` with each pair of words at the same place in two strings, longer words first.
  static func pair(
    _ text: String, _ other: String, level: Int = 0, _ visit: (String, String) -> Void
  ) {
    visit(text, other)
    guard let pieces = split(text, from: level), let others = split(other, from: level),
      pieces.level == others.level, pieces.texts.count == others.texts.count
    else { return }
    for position in stride(from: 0, to: pieces.texts.count, by: 2) {
      pair(pieces.texts[position], others.texts[position], level: pieces.level + 1, visit)
    }
  }

  /// Splits a string at the first level whose separators occur in it; words are at even indexes,
  /// separators at odd ones.
  private static func split(_ text: String, from level: Int) -> (level: Int, texts: [String])? {
    for level in level..<max(level, separators.count) {
      let texts = level == 1 ? splitAtEqualSign(text) : split(text, at: separators[level])
      if texts.count > 1 { return (level, texts) }
    }
    return nil
  }

  private static func split(_ text: String, at separators: [UInt8]) -> [String] {
    var texts: [String] = []
    var piece: [UInt8] = []
    var isWord = true
    for byte in text.utf8 {
      if separators.contains(byte) == isWord {
        texts.append(String(decoding: piece, as: UTF8.self))
        piece = []
        isWord.toggle()
      }
      piece.append(byte)
    }
    return texts + [String(decoding: piece, as: UTF8.self)]
  }

  /// Splits `name=value` at the first equal sign; equal signs at the end are Base64 padding.
  private static func splitAtEqualSign(_ text: String) -> [String] {
    guard let sign = text.utf8.firstIndex(of: UInt8(ascii: "=")),
      text.utf8[sign...].contains(where: { $0 != UInt8(ascii: "=") })
    else { return [text] }
    return [String(text[..<sign]), "=", String(text[text.utf8.index(after: sign)...])]
  }
}

extension IssuedValues {
  /// Returns the request with the expected backend's values replaced by those of the actual
  /// backend.
  ///
  /// All other parts of the request are unchanged, byte by byte, except for the header fields that
  /// describe a changed body.
  mutating func rewrite(_ request: Request) -> Request {
    var rewritten = request
    if let target = rewrite(target: request.target) { rewritten.target = target }
    for position in request.headers.indices {
      guard let value = rewrite(request.headers[position].value) else { continue }
      rewritten.headers[position].value = value
    }
    if let body = rewrite(bodyOf: request) {
      rewritten.headers.correct(forBody: body, insteadOf: request.body)
      rewritten.body = body
    }
    return rewritten
  }

  private mutating func rewrite(target: RequestTarget) -> RequestTarget? {
    let query = target.rawQuery
    let path = rewrite(target.rawPath, at: "/")
    let pairs = query.flatMap { rewrite($0, at: "&=") }
    guard path != nil || pairs != nil else { return nil }
    let tail = (pairs ?? query).map { "?" + $0 } ?? ""
    return RequestTarget((path ?? target.rawPath) + tail)
  }

  /// Rewrites the percent-encoded parts between separators of a path or query; returns `nil` if no
  /// part changes.
  private mutating func rewrite(_ text: String, at separators: String) -> String? {
    var rewritten = ""
    var isChanged = false
    var rest = text.utf8[...]
    while !rest.isEmpty {
      let end = rest.firstIndex { separators.utf8.contains($0) } ?? rest.endIndex
      let part = String(decoding: rest[..<end], as: UTF8.self)
      if let decoded = PercentEncoding.decode(part), !part.isEmpty, let other = rewrite(decoded) {
        rewritten += PercentEncoding.encode(other)
        isChanged = true
      } else {
        rewritten += part
      }
      guard end < rest.endIndex else { break }
      rewritten.unicodeScalars.append(Unicode.Scalar(rest[end]))
      rest = rest[rest.index(after: end)...]
    }
    return isChanged ? rewritten : nil
  }

  private mutating func rewrite(bodyOf request: Request) -> [UInt8]? {
    switch BodyReading(of: request, as: .any) {
    case .json(let value):
      var isChanged = false
      let rewritten = rewrite(value, &isChanged)
      return isChanged ? rewritten.bytes : nil
    case .form(let items):
      var isChanged = false
      let fields = items.map { item in
        let other = rewrite(item.value ?? "")
        isChanged = isChanged || other != nil
        return FormField(item.name, other ?? item.value ?? "")
      }
      return isChanged ? FormURLEncoding.encode(fields) : nil
    case .bytes, .multipart:
      return nil
    }
  }

  private mutating func rewrite(_ value: JSON, _ isChanged: inout Bool) -> JSON {
    switch value {
    case .string(let text):
      guard let other = rewrite(text) else { return value }
      isChanged = true
      return .string(other)
    case .array(let elements):
      return .array(elements.map { rewrite($0, &isChanged) })
    case .object(let object):
      var rewritten = JSONObject()
      for member in object { rewritten.append(member.key, rewrite(member.value, &isChanged)) }
      return .object(rewritten)
    default:
      return value
    }
  }
}
