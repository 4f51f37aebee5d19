/// One name of an `expand` parameter: what to put in, and what in that (A11).
struct ExpandItem: Sendable, Hashable {
  /// A property, an edge, or `property.member`.
  let name: String
  /// The size of an edge's page.
  var count: Int?
  var items: [ExpandItem] = []

  init(_ name: String, count: Int? = nil, _ items: [ExpandItem] = []) {
    self.name = name
    self.count = count
    self.items = items
  }
}
