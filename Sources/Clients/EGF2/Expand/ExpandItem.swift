/// One part of what is to be expanded: `comments(5){creator}`.
///
/// - Source: protocol reference A11.
struct ExpandItem: Sendable, Equatable {
  /// The property or edge, or a member of a struct's property.
  var name: String
  /// How many objects of an edge.
  var count: Int?
  /// What is to be expanded in what is found there.
  var items: [ExpandItem] = []

  /// Reads the items that calls are given; `nil` where they are not of the grammar.
  ///
  /// An item may contain several, and braces.
  static func read(_ texts: [String]) -> [ExpandItem]? {
    var reader = ExpandReader(texts.joined(separator: ","))
    guard let items = reader.items(), reader.isAtEnd else { return nil }
    return items
  }
}

/// Reads what is to be expanded, byte by byte.
struct ExpandReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether all is read.
  var isAtEnd: Bool { position == bytes.count }

  /// Items up to the end or a closing brace; `nil` where they are malformed.
  ///
  /// Deeper nesting than any server takes counts as malformed.
  mutating func items(depth: Int = 0) -> [ExpandItem]? {
    guard depth < 16 else { return nil }
    var items: [ExpandItem] = []
    while true {
      let name = word()
      var item = ExpandItem(name: name)
      if take("(") {
        guard let count = Int(word()), count >= 0, take(")") else { return nil }
        item.count = count
      }
      if take("{") {
        guard let inner = self.items(depth: depth + 1), take("}") else { return nil }
        item.items = inner
      }
      let isBare = item.count == nil && item.items.isEmpty
      if !name.isEmpty { items.append(item) } else if !isBare { return nil }
      guard take(",") else { return items }
    }
  }

  private mutating func word() -> String {
    let start = position
    while position < bytes.count, !Self.marks.contains(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private static let marks: Set<UInt8> = Set("(){},".utf8)
}
