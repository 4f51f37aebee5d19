import GhostlightCore
import HTTPTypes

/// A request body, parsed into the form in which a matcher compares it.
enum BodyReading {
  case json(JSON)
  case form([QueryItem])
  case multipart([PartReading])
  case bytes([UInt8])

  /// Restricts how a body may be parsed; `jsonOnly` and `formOnly` ignore its `Content-Type`.
  enum Kinds { case jsonOnly, formOnly, any }

  /// Parses a body as multipart, JSON or a form, or keeps its bytes if none of these applies.
  ///
  /// A body is JSON if it is valid JSON, and begins with `{` or `[` or is declared as JSON.
  init(of request: Request, as kinds: Kinds, ignoring names: Set<String> = []) {
    let type = request.headers.value(of: .contentType) ?? ""
    if kinds == .any, let parts = PartReading.parts(of: request.body, type: type) {
      self = .multipart(parts.filter { !names.contains($0.name) })
    } else {
      self.init(request.body, type: type.lowercased(), as: kinds, ignoring: names)
    }
  }

  /// Parses a body that is not multipart; `type` is its media type in lower case.
  init(_ body: [UInt8], type: String, as kinds: Kinds, ignoring names: Set<String> = []) {
    if kinds != .formOnly, !body.isEmpty,
      kinds == .jsonOnly || Self.looksLikeJSON(body) || type.contains("json"),
      let json = Self.json(body)
    {
      self = .json(json)
    } else if kinds != .jsonOnly, kinds == .formOnly || Self.isForm(type),
      let fields = FormURLEncoding.parse(body)
    {
      let items = fields.map { QueryItem(name: $0.name, value: $0.value) }
      self = .form(names.isEmpty ? items : items.filter { !names.contains($0.name) })
    } else {
      self = .bytes(body)
    }
  }

  /// Appends bytes to `key`; only equal bodies of the same kind append the same bytes.
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
    case .multipart(let parts):
      key.append(3)
      key.append(anyOrder: parts.map(\.matchKey))
    }
  }

  /// The kind of the body, for messages.
  var kind: String {
    switch self {
    case .json: "JSON"
    case .form: "a form"
    case .multipart(let parts): "a form of \(parts.count) parts"
    case .bytes(let bytes): bytes.isEmpty ? "empty" : "\(bytes.count) bytes"
    }
  }

  /// Returns the differences between this body and a recorded one.
  func differences(from recorded: BodyReading) -> [MatchDifference] {
    switch (self, recorded) {
    case (.json(let actual), .json(let expected)):
      return MatchDifference.between(actual, expected)
    case (.form(let actual), .form(let expected)):
      return MatchDifference.between(actual, expected, part: "form")
    case (.multipart(let actual), .multipart(let expected)):
      return PartReading.differences(of: actual, from: expected)
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

  private static func isForm(_ type: String) -> Bool {
    // The search is slow even in an empty string, and most requests have no body and no type.
    !type.isEmpty && type.contains("x-www-form-urlencoded")
  }

  private static func looksLikeJSON(_ body: [UInt8]) -> Bool {
    let first = body.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  private static func json(_ body: [UInt8]) -> JSON? {
    do throws(JSONError) { return try JSON.parse(body) } catch { return nil }
  }
}

/// One part of a multipart body, as a matcher compares it; the boundary is ignored.
struct PartReading {
  /// The `name` parameter of the part's `Content-Disposition` field; empty if it has none.
  let name: String
  private let fileName: String?
  /// The part's media type, in lower case and without parameters.
  private let type: String
  private let content: BodyReading

  /// Returns the parts of a body; `nil` if `type` is not multipart or has no boundary, or the body
  /// has no parts.
  static func parts(of body: [UInt8], type: String) -> [PartReading]? {
    guard type.lowercased().hasPrefix("multipart/"),
      let boundary = MultipartParts.boundary(in: type)
    else { return nil }
    let parts = MultipartParts.find(in: body, boundary: boundary).map { part in
      let type = part.type?.lowercased() ?? ""
      return PartReading(
        name: part.name ?? "", fileName: part.fileName, type: String(type.prefix { $0 != ";" }),
        content: BodyReading(Array(body[part.content]), type: type, as: .any))
    }
    return parts.isEmpty ? nil : parts
  }

  var matchKey: MatchKey {
    var key = MatchKey(name)
    key.append(fileName)
    key.append(type)
    content.append(to: &key)
    return key
  }

  /// Returns the differences between two lists of parts, whose order does not matter.
  ///
  /// Unequal parts with the same name are compared with each other.
  static func differences(of actual: [PartReading], from recorded: [PartReading])
    -> [MatchDifference]
  {
    var missing = without(recorded, actual)
    var differences: [MatchDifference] = []
    for part in without(actual, recorded) {
      guard let partner = missing.firstIndex(where: { $0.name == part.name }) else {
        differences.append(
          MatchDifference("part", at: part.name, actual: part.content.kind, recorded: nil))
        continue
      }
      differences += part.differences(from: missing.remove(at: partner))
    }
    return differences
      + missing.map {
        MatchDifference("part", at: $0.name, actual: nil, recorded: $0.content.kind)
      }
  }

  private func differences(from recorded: PartReading) -> [MatchDifference] {
    var differences: [MatchDifference] = []
    if fileName != recorded.fileName {
      differences.append(
        MatchDifference(
          "part", at: "\(name), filename", actual: fileName, recorded: recorded.fileName))
    }
    if type != recorded.type {
      differences.append(
        MatchDifference("part", at: "\(name), type", actual: type, recorded: recorded.type))
    }
    return differences
      + content.differences(from: recorded.content).map { difference in
        let place = difference.place.map { "\(name), \($0)" } ?? name
        return MatchDifference(
          "part", at: place, actual: difference.actual, recorded: difference.recorded)
      }
  }

  /// Returns the parts that occur more often in `parts` than in `others`.
  private static func without(_ parts: [PartReading], _ others: [PartReading]) -> [PartReading] {
    var counts: [MatchKey: Int] = [:]
    for part in others { counts[part.matchKey, default: 0] += 1 }
    return parts.filter { part in
      guard let count = counts[part.matchKey], count > 0 else { return true }
      counts[part.matchKey] = count - 1
      return false
    }
  }
}
