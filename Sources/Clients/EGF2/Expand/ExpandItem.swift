/// One item of an `expand` parameter, such as `comments(5){creator}`.
///
/// - Source: protocol reference A11.
struct ExpandItem: Sendable, Equatable {
  /// The name of a property or edge, or of a struct's member: `name.member`.
  var name: String
  /// The number of objects to read from an edge; `nil` for the default page size.
  var count: Int?
  /// The items to expand in the objects that this item expands.
  var items: [ExpandItem] = []

  /// Parses the `expand` arguments of a call.
  ///
  /// Returns `nil` if an argument is invalid.
  ///
  /// One string may contain several items, and items in braces.
  static func read(_ texts: [String]) -> [ExpandItem]? {
    var reader = ExpandReader(texts.joined(separator: ","))
    guard let items = reader.items(), reader.isAtEnd else { return nil }
    return items
  }
}

/// A parser for `expand` parameters.
struct ExpandReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { position == bytes.count }

  /// Parses items up to the end of the string or a closing brace.
  ///
  /// Returns `nil` if an item is invalid.
  ///
  /// Nesting of 16 levels or more is invalid, because servers do not accept it.
  mutating func items(depth: Int = 0) -> [ExpandItem]? {
    guard depth < 16 else { return nil }
    var items: [ExpandItem] = []
    while true {
      let name = word()
      var item = ExpandItem(name: name)
      if consume("(") {
        guard let count = Int(word()), count >= 0, consume(")") else { return nil }
        item.count = count
      }
      if consume("{") {
        guard let inner = self.items(depth: depth + 1), consume("}") else { return nil }
        item.items = inner
      }
      let isBare = item.count == nil && item.items.isEmpty
      if !name.isEmpty { items.append(item) } else if !isBare { return nil }
      guard consume(",") else { return items }
    }
  }

  private mutating func word() -> String {
    let start = position
    while position < bytes.count, !Self.marks.contains(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func consume(_ mark: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private static let marks: Set<UInt8> = Set("(){},".utf8)
}
