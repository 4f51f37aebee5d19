import GhostlightCore

/// The parameters of a query string, `%XX` and `+` decoded (A2).
struct QueryParameters: Sendable {
  private let fields: [FormField]

  /// Reads a request's query; a pair with a malformed escape stays as it was sent.
  init(_ request: Request) {
    guard let query = request.target.rawQuery else {
      fields = []
      return
    }
    fields =
      FormURLEncoding.parse(query)
      ?? query.utf8.split(separator: UInt8(ascii: "&")).flatMap { pair in
        FormURLEncoding.parse(Array(pair)) ?? Self.undecoded(pair)
      }
  }

  /// The first value of a name; `nil` where there is none or it is empty.
  subscript(name: String) -> String? {
    guard let text = text(name), !text.isEmpty else { return nil }
    return text
  }

  /// The first value of a name, which may be empty.
  func text(_ name: String) -> String? { fields.first { $0.name == name }?.value }

  private static func undecoded(_ pair: Substring.UTF8View) -> [FormField] {
    let parts = pair.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    return [FormField(texts[0], texts.count > 1 ? texts[1] : "")]
  }
}
