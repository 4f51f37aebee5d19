import GhostlightCore

/// Compares header fields with the values that a contract promises.
enum HeaderComparison {
  private static let parameterized = ["content-type", "accept"]

  /// Returns whether the actual values of a field equal the promised ones.
  ///
  /// Lists may be split into header fields differently, and a media type may have more parameters.
  static func agree(_ field: PactField, _ actual: [String]) -> Bool {
    guard parameterized.contains(field.name.lowercased()) else {
      return HeaderValues.split(field.values, of: field.name)
        == HeaderValues.split(actual, of: field.name)
    }
    let pairs = zip(field.values.map(MediaType.init), actual.map(MediaType.init))
    return field.values.count == actual.count
      && pairs.allSatisfy { wanted, came in
        wanted.name == came.name
          && wanted.parameters.allSatisfy { came.parameters[$0.key] == $0.value }
      }
  }

  /// Returns a failure for each element of the field's list that does not match `rule`.
  static func failures(
    _ rule: PactRule, _ field: PactField, _ actual: [String], at place: String
  ) -> [ContractFailure] {
    HeaderValues.split(actual, of: field.name).enumerated().compactMap { index, text in
      let example = JSON.string(field.values[index, or: field.values.first ?? ""])
      return failure(rule, example: example, text: text, at: place)
    }
  }

  /// Returns the failure of one list element under a rule, or `nil` if the element matches.
  static func failure(
    _ rule: PactRule, example: JSON, text: String, at place: String
  ) -> ContractFailure? {
    let results = rule.matchers.map { matcher in
      switch matcher {
      case .equality: example.plainText == text
      default: matcher.admits(.string(text), isText: true)
      }
    }
    let holds = rule.combination == .or ? results.contains(true) : !results.contains(false)
    guard !holds else { return nil }
    let words = rule.matchers.map { $0.words(for: example) }
    let glue = rule.combination == .or ? ", or " : ", and "
    return ContractFailure(at: place, expected: words.joined(separator: glue), actual: text)
  }
}

extension [String] {
  fileprivate subscript(index: Int, or fallback: String) -> String {
    indices.contains(index) ? self[index] : fallback
  }
}

/// Splitting of header fields that are lists.
///
/// - Source: the reference implementation in Rust, which treats all fields but a few as lists.
enum HeaderValues {
  /// Returns the list elements of all values, in order and without surrounding spaces.
  static func split(_ values: [String], of name: String) -> [String] {
    guard !single.contains(name.lowercased()) else { return values }
    return values.flatMap { value in
      value.split(separator: ",", omittingEmptySubsequences: false).map { element in
        element.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
      }
    }
  }

  private static let single: Set<String> = [
    "date", "accept-datetime", "if-modified-since", "if-unmodified-since", "expires",
    "retry-after", "last-modified", "set-cookie", "user-agent",
  ]
}

/// A media type such as `application/json; charset=utf-8`.
package struct MediaType: Hashable {
  /// The type and subtype in lower case, such as `application/json`.
  package let name: String
  /// The parameters; keys are names in lower case, and names and values are trimmed.
  package let parameters: [String: String]

  package init(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
    name = (parts.first ?? "").lowercased()
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() where !part.isEmpty {
      let pair = part.split(separator: "=", maxSplits: 1).map(\.trimmed)
      let value = pair.count > 1 ? pair[1] : ""
      let key = (pair.first ?? "").lowercased()
      parameters[key] = key == "charset" ? value.lowercased() : value
    }
    self.parameters = parameters
  }

  /// Whether bodies of this type are JSON.
  package var isJSON: Bool {
    name == "application/json" || name == "text/json" || name.hasSuffix("+json")
  }
}

/// Checks whether bytes can be content of a media type.
enum ContentSniffer {
  private static let marks: [(type: String, bytes: [UInt8])] = [
    ("image/png", [0x89, 0x50, 0x4E, 0x47]), ("image/jpeg", [0xFF, 0xD8, 0xFF]),
    ("image/gif", Array("GIF8".utf8)), ("image/webp", Array("RIFF".utf8)),
    ("application/pdf", Array("%PDF".utf8)), ("application/zip", [0x50, 0x4B, 0x03, 0x04]),
    ("application/gzip", [0x1F, 0x8B]),
  ]

  /// Returns whether bytes can have a media type; a type without a known signature accepts any
  /// bytes.
  static func fits(_ bytes: [UInt8], _ type: MediaType) -> Bool {
    if type.isJSON {
      do throws(JSONError) {
        _ = try JSON.parse(bytes)
        return true
      } catch {
        return false
      }
    }
    if let mark = marks.first(where: { $0.type == type.name }) {
      return bytes.starts(with: mark.bytes)
    }
    return !type.name.hasPrefix("text/") || String(validating: bytes, as: UTF8.self) != nil
  }
}
