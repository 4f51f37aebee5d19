import GhostlightCore

/// What is known of an edge: how many objects it has, and the first of them without a gap.
///
/// - Source: protocol reference B8.
struct CachedEdge: Sendable, Equatable {
  private(set) var total: Int
  private(set) var ids: [String] = []
  private var known: Set<String> = []

  init(total: Int, ids: [String] = []) {
    self.total = total
    append(ids)
  }

  /// Whether all objects of the edge are listed.
  var isWhole: Bool { ids.count >= total }

  /// Whether an object is listed.
  func contains(_ id: String) -> Bool { known.contains(id) }

  /// Where an object stands, counted from 0.
  func position(of id: String) -> Int? {
    known.contains(id) ? ids.firstIndex(of: id) : nil
  }

  /// Takes a page from the edge's beginning.
  ///
  /// A page whose first object and total are the known ones only continues the list; any other,
  /// and any that the app has asked for by itself, replaces it.
  mutating func takeFirstPage(_ page: [String], total: Int, isManual: Bool) {
    let isFamiliar = page.first == ids.first && total == self.total
    self.total = total
    if page.isEmpty {
      if total == 0 { truncate(to: 0) }
      return
    }
    if isManual || !isFamiliar { truncate(to: 0) }
    append(page)
  }

  /// Takes a page from after a listed object.
  mutating func takePage(_ page: [String], after id: String, total: Int) {
    guard let start = position(of: id) else { return }
    self.total = total
    guard let first = page.first else { return }
    truncate(to: (position(of: first) ?? start) + 1)
    append(page)
  }

  /// Puts a new link in front, unless it is listed.
  mutating func insert(_ id: String) {
    guard known.insert(id).inserted else { return }
    ids.insert(id, at: 0)
    total += 1
  }

  /// Takes a link out.
  mutating func remove(_ id: String) {
    if known.remove(id) != nil { ids.removeAll { $0 == id } }
    total = max(0, total - 1)
  }

  private mutating func truncate(to count: Int) {
    for id in ids.dropFirst(count) { known.remove(id) }
    ids.removeLast(ids.count - count)
  }

  private mutating func append(_ page: [String]) {
    for id in page where known.insert(id).inserted { ids.append(id) }
  }
}

/// Which edge of which object.
struct EdgeKey: Sendable, Hashable {
  let source: String
  let edge: String
}

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

/// Which part of an edge is wanted.
struct PageQuery: Sendable {
  let key: EdgeKey
  /// The last object that the caller has.
  let after: String?
  /// What is to be expanded, as the caller wrote it.
  let expand: [String]
  /// How many objects; the server decides where it is negative.
  let count: Int
}
