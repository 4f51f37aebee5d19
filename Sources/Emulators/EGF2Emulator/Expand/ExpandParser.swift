import GhostlightEmulation

/// Parses an `expand` parameter such as `creator,comments(5){creator}` (A11).
struct ExpandParser {
  /// The maximum nesting depth of braces.
  private static let maximumLevel = 2

  private let bytes: [UInt8]
  private let pagination: Pagination
  private var position = 0

  private init(_ text: String, _ pagination: Pagination) {
    bytes = Array(text.utf8)
    self.pagination = pagination
  }

  /// Parses a parameter; returns an empty array if the parameter is missing.
  ///
  /// - Throws: A refusal for the first error in the parameter.
  static func parse(_ text: String?, _ pagination: Pagination) throws(Fault) -> [ExpandItem] {
    guard let text else { return [] }
    var parser = ExpandParser(text, pagination)
    let items = try parser.items(level: 0)
    guard parser.position == parser.bytes.count else { throw .incorrectExpandFormat }
    return items
  }

  /// Parses items up to the end of the parameter or a closing brace; empty items are ignored.
  private mutating func items(level: Int) throws(Fault) -> [ExpandItem] {
    var items: [ExpandItem] = []
    while true {
      let name = parseName()
      if name.isEmpty {
        guard isAtEnd || peek(",") || peek("}") else { throw .incorrectExpandFormat }
      } else {
        items.append(try item(name, level: level))
      }
      guard consume(",") else { break }
    }
    guard isAtEnd || peek("}") else { throw .incorrectExpandFormat }
    return items
  }

  private mutating func item(_ name: String, level: Int) throws(Fault) -> ExpandItem {
    var item = ExpandItem(name)
    if consume("(") {
      let digits = parseName()
      guard consume(")") else { throw .incorrectExpandFormat }
      item.count = try PageRequest.count(digits, pagination)
    }
    if consume("{") {
      guard level < Self.maximumLevel else { throw .unavailableExpandLevel }
      item.items = try items(level: level + 1)
      guard consume("}") else { throw .incorrectExpandFormat }
    }
    return item
  }

  private var isAtEnd: Bool { position == bytes.count }

  private func peek(_ mark: Unicode.Scalar) -> Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: mark)
  }

  private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    guard peek(mark) else { return false }
    position += 1
    return true
  }

  /// Returns the characters before the next comma, bracket or brace, and moves past them.
  private mutating func parseName() -> String {
    let start = position
    while position < bytes.count, !",(){}".utf8.contains(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }
}

/// One item of an `expand` parameter: a name to expand, and items to expand in the result (A11).
struct ExpandItem: Sendable, Hashable {
  /// The name to expand: a property, an edge, or `property.member`.
  let name: String
  /// The number of results on the page of an edge; `nil` for the default.
  var count: Int?
  var items: [ExpandItem] = []

  init(_ name: String, count: Int? = nil, _ items: [ExpandItem] = []) {
    self.name = name
    self.count = count
    self.items = items
  }
}
