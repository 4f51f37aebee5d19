import GhostlightCore

/// Compares header fields with the values that a contract promises.
enum HeaderComparison {
  private static let parameterized = ["content-type", "accept"]

  /// Returns the differences between the actual values of a field and those of the contract.
  ///
  /// A rule for the field checks each element of a list.
  static func failures(
    _ field: PactField, _ actual: [String], _ rules: [PactRule], at place: String
  ) -> [ContractFailure] {
    guard let rule = rules.first(where: { $0.place.isAbout(field.name) }) else {
      return agree(field, actual) ? [] : [ContractFailure(at: place, of: field.values, actual)]
    }
    let examples = HeaderValues.split(field.values, of: field.name)
    return HeaderValues.split(actual, of: field.name).enumerated().compactMap { index, text in
      let example = examples.indices.contains(index) ? examples[index] : examples.first ?? ""
      return rule.ofValues.failure(example: example, text: text, at: place)
    }
  }

  /// Returns whether the actual values of a field equal the promised ones.
  ///
  /// Lists may be split into header fields differently, and a media type may have more parameters.
  static func agree(_ field: PactField, _ actual: [String]) -> Bool {
    let wanted = HeaderValues.split(field.values, of: field.name)
    let found = HeaderValues.split(actual, of: field.name)
    guard parameterized.contains(field.name.lowercased()) else {
      return wanted.flatMap(HeaderValues.elements) == found.flatMap(HeaderValues.elements)
    }
    return wanted.count == found.count
      && zip(wanted, found).allSatisfy { wanted, came in
        let parameters = MediaType(came).parameters
        return wanted.prefix { $0 != ";" }.trimmed == came.prefix { $0 != ";" }.trimmed
          && MediaType(wanted).parameters.allSatisfy {
            parameters[$0.key]?.lowercased() == $0.value.lowercased()
          }
      }
  }
}

/// Splitting of header fields that are lists.
///
/// - Source: the reference implementation in Rust, `MULTI_VALUE_HEADERS` of pact_models.
enum HeaderValues {
  /// Returns the list elements of all values, in order and without surrounding spaces.
  static func split(_ values: [String], of name: String) -> [String] {
    lists.contains(name.lowercased()) ? values.flatMap(elements) : values.map { $0[...].trimmed }
  }

  /// Returns the parts of a value between its commas, without surrounding spaces.
  static func elements(_ value: String) -> [String] {
    value.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
  }

  private static let lists: Set<String> = [
    "accept", "accept-encoding", "accept-language", "access-control-allow-headers",
    "access-control-allow-methods", "access-control-expose-headers",
    "access-control-request-headers", "allow", "cache-control", "if-match", "if-none-match", "vary",
  ]
}

/// A media type such as `application/json; charset=utf-8`.
package struct MediaType: Hashable {
  /// The type and subtype in lower case, such as `application/json`.
  package let name: String
  /// The parameters; keys are names in lower case, and names and values are trimmed.
  package let parameters: [String: String]

  package init(_ text: String) {
    let line = String(text.map { $0.isNewline ? " " : $0 })
    let parts = line.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
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

  /// Whether bodies of this type are XML.
  var isXML: Bool {
    ["application", "text"].contains(name.prefix { $0 != "/" })
      && (name.hasSuffix("/xml") || name.hasSuffix("+xml"))
  }

  /// Whether bodies of this type have parts, each with its own type.
  var isMultipart: Bool { name.hasPrefix("multipart/") }

  /// Whether bodies of this type are text, so that contract files contain them unencoded.
  var isText: Bool {
    name.hasPrefix("text/") || isJSON || isXML || name == "application/x-www-form-urlencoded"
      || name.hasPrefix("*") || name.isEmpty
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
      // Sounds and films are in RIFF files, too.
      let isImage = type.name != "image/webp" || bytes.dropFirst(8).starts(with: "WEBP".utf8)
      return isImage && bytes.starts(with: mark.bytes)
    }
    return !type.name.hasPrefix("text/") || String(validating: bytes, as: UTF8.self) != nil
  }
}
