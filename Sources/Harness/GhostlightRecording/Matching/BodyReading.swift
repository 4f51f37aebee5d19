import GhostlightCore
import HTTPTypes

/// A body as a matcher understands it.
enum BodyReading {
  case json(JSON)
  case form([QueryItem])
  case bytes([UInt8])

  /// What a body may be taken for.
  enum Kinds { case jsonOnly, formOnly, any }

  /// Reads a body: JSON where it parses and looks or is called like it, then a form, else bytes.
  ///
  /// Where only one kind is wanted, the `Content-Type` does not matter.
  init(of request: Request, as kinds: Kinds, ignoring names: Set<String> = []) {
    let type = request.headers.value(of: .contentType)?.lowercased() ?? ""
    if kinds != .formOnly, !request.body.isEmpty,
      kinds == .jsonOnly || Self.looksLikeJSON(request.body) || type.contains("json"),
      let json = Self.json(request.body)
    {
      self = .json(json)
    } else if kinds != .jsonOnly, kinds == .formOnly || type.contains("x-www-form-urlencoded"),
      let fields = FormURLEncoding.parse(request.body)
    {
      let items = fields.map { QueryItem(name: $0.name, value: $0.value) }
      self = .form(names.isEmpty ? items : items.filter { !names.contains($0.name) })
    } else {
      self = .bytes(request.body)
    }
  }

  /// Adds what is equal for equal bodies of the same kind only.
  func append(to key: inout MatchKey) {
    switch self {
    case .json(let value):
      key.append(0)
      var bytes: [UInt8] = []
      value.printCanonical(into: &bytes)
      key.append(bytes)
    case .form(let items):
      key.append(1)
      key.append(anyOrder: items.map(\.matchKey))
    case .bytes(let bytes):
      key.append(2)
      key.append(bytes)
    }
  }

  private var kind: String {
    switch self {
    case .json: "JSON"
    case .form: "a form"
    case .bytes(let bytes): bytes.isEmpty ? "empty" : "\(bytes.count) bytes"
    }
  }

  /// What this body has otherwise than a recorded one.
  func differences(from recorded: BodyReading) -> [MatchDifference] {
    switch (self, recorded) {
    case (.json(let actual), .json(let expected)):
      return MatchDifference.between(actual, expected)
    case (.form(let actual), .form(let expected)):
      return MatchDifference.between(actual, expected, part: "form")
    case (.bytes(let actual), .bytes(let expected)):
      guard let difference = ByteDifference(expected: expected, actual: actual) else { return [] }
      return [
        MatchDifference(
          "body", at: difference.place, actual: difference.actual, recorded: difference.expected,
          weight: 2)
      ]
    default:
      return [MatchDifference("body", actual: kind, recorded: recorded.kind, weight: 2)]
    }
  }

  private static func looksLikeJSON(_ body: [UInt8]) -> Bool {
    let first = body.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static func json(_ body: [UInt8]) -> JSON? {
    do throws(JSONError) { return try JSON.parse(body) } catch { return nil }
  }
}
