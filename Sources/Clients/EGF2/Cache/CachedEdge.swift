import GhostlightCore

/// The cached part of an edge: the number of all its objects, and the ids of the first ones.
///
/// The ids have no gaps: they are the beginning of the server's list.
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

  func contains(_ id: String) -> Bool { known.contains(id) }

  /// Returns the index of an object in the list, or `nil` if the object is not listed.
  func position(of id: String) -> Int? {
    known.contains(id) ? ids.firstIndex(of: id) : nil
  }

  /// Stores the first page of the edge.
  ///
  /// The page continues the list if the first object and the total are unchanged. Otherwise, and if
  /// the app itself refreshed the edge, the page replaces the list.
  mutating func storeFirstPage(_ page: [String], total: Int, isManual: Bool) {
    let isFamiliar = page.first == ids.first && total == self.total
    self.total = total
    if page.isEmpty {
      if total == 0 { truncate(to: 0) }
      return
    }
    if isManual || !isFamiliar { truncate(to: 0) }
    append(page)
  }

  /// Stores a page that follows a listed object.
  ///
  /// The list is first cut off after the page's first object, because the order after that object
  /// may have changed.
  mutating func storePage(_ page: [String], after id: String, total: Int) {
    guard let start = position(of: id) else { return }
    self.total = total
    guard let first = page.first else { return }
    truncate(to: (position(of: first) ?? start) + 1)
    append(page)
  }

  /// Adds the id of a newly linked object at the front, because servers list the newest link first.
  mutating func insert(_ id: String) {
    guard known.insert(id).inserted else { return }
    ids.insert(id, at: 0)
    total += 1
  }

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

/// The id of an object together with the name of one of its edges.
struct EdgeKey: Sendable, Hashable {
  let source: String
  let edge: String
}

/// A page of an edge or of search results, as the server sent it.
struct EdgePage: Sendable {
  var objects: [JSONObject]
  /// The number of objects on all pages.
  var count: Int

  /// The maximum count that is accepted in a response.
  static let most = 1 << 53

  init(_ objects: [JSONObject], count: Int) {
    self.objects = objects
    self.count = count
  }

  /// Parses a page of results from a response.
  ///
  /// Returns `nil` if the JSON is not a page.
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

/// A caller's request for a page of an edge.
struct PageQuery: Sendable {
  let key: EdgeKey
  /// The id of the object before the page; `nil` for the first page.
  let after: String?
  /// The parts to expand in each object, as the caller wrote them.
  let expand: [String]
  /// The number of objects to read.
  ///
  /// If it is negative, the server decides.
  let count: Int
}
