import GhostlightCore

/// A page of an edge, or of what a search has found.
struct EdgePage: Sendable {
  var objects: [JSONObject]
  /// How many there are in all.
  var count: Int

  /// More than any server has.
  static let most = 1 << 53

  init(_ objects: [JSONObject], count: Int) {
    self.objects = objects
    self.count = count
  }

  /// Reads a page; `nil` where it is none.
  init?(_ json: JSON) {
    guard let results = json["results"]?.array,
      let count = json["count"]?.integer.flatMap({ Int(exactly: $0) }),
      (0...Self.most).contains(count)
    else { return nil }
    objects = results.compactMap(\.object)
    guard objects.count == results.count else { return nil }
    self.count = count
  }
}
