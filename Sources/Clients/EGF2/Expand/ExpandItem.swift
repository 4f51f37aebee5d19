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
