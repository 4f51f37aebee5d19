/// A media type such as `application/json; charset=utf-8`.
struct MediaType: Hashable {
  /// Type and subtype in lower case.
  let name: String
  /// The parameters, by name in lower case; names and values without spaces around them.
  let parameters: [String: String]

  init(_ text: String) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.trim)
    name = (parts.first ?? "").lowercased()
    var parameters: [String: String] = [:]
    for part in parts.dropFirst() where !part.isEmpty {
      let pair = part.split(separator: "=", maxSplits: 1).map(Self.trim)
      let value = pair.count > 1 ? pair[1] : ""
      let key = (pair.first ?? "").lowercased()
      parameters[key] = key == "charset" ? value.lowercased() : value
    }
    self.parameters = parameters
  }

  /// Whether bodies of the type are JSON.
  var isJSON: Bool { name == "application/json" || name == "text/json" || name.hasSuffix("+json") }

  private static func trim(_ text: Substring) -> String {
    var text = text
    while text.first == " " || text.first == "\t" { text = text.dropFirst() }
    while text.last == " " || text.last == "\t" { text = text.dropLast() }
    return String(text)
  }
}
