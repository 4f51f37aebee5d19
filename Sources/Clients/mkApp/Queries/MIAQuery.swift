import GhostlightCore
import HTTPTypes
import Synchronization

/// A search in a collection: conditions, which all must hold, order, page and fields.
///
/// Any thread may use it at any time; the main actor has a say only in what a subclass stores.
///
/// - Source: protocol reference C3.
@MainActor open class MIAQuery {
  nonisolated let collectionName: String
  nonisolated let instance: MKAppInstance
  nonisolated let parts = Mutex(QueryParts())

  /// A query for all objects of a collection.
  nonisolated public init(collectionName: String) {
    self.collectionName = collectionName
    instance = .current
  }
}

nonisolated extension MIAQuery {
  /// The most objects wanted; 0, as at first, for as many as the server gives, which is 500.
  public var limit: Int {
    get { parts.withLock { $0.limit } }
    set { parts.withLock { $0.limit = min(max(newValue, 0), QueryParts.maximum) } }
  }

  /// How many objects are left out before the first; 0 at first.
  public var skip: Int {
    get { parts.withLock { $0.skip } }
    set { parts.withLock { $0.skip = max(newValue, 0) } }
  }

  /// Sorts by a key, after those that were given before; the same key again changes its direction.
  public func addSortKey(_ key: String, ascending: Bool) {
    parts.withLock { $0.sort(key, isAscending: ascending) }
  }

  /// Asks for these fields only, and the id; takes back what was excluded.
  public func includeKeys(inResults keys: [String]) { select(keys, isIncluding: true) }

  /// Asks for all fields but these; takes back what was included.
  public func excludeKeys(fromResults keys: [String]) { select(keys, isIncluding: false) }

  private func select(_ keys: [String], isIncluding: Bool) {
    parts.withLock {
      $0.fields = keys
      $0.includesFields = isIncluding
    }
  }
}

/// What a query asks for.
///
/// - Source: protocol reference C3.
struct QueryParts: Sendable {
  /// The most objects that one answer holds.
  static let maximum = 500

  var limit = 0
  var skip = 0
  var filters: [QueryFilter] = []
  var sorts: [QuerySort] = []
  var fields: [String] = []
  /// Whether the fields are all that is wanted, or all that is not.
  var includesFields = true

  mutating func sort(_ key: String, isAscending: Bool) {
    if let position = sorts.firstIndex(where: { $0.key == key }) {
      sorts[position].isAscending = isAscending
    } else {
      sorts.append(QuerySort(key: key, isAscending: isAscending))
    }
  }

  /// The whole query, its members sorted by name, keys to sort by in the order of the calls.
  func json(_ dates: DateForm) throws(MKError) -> JSONObject {
    var object = try conditions(dates)
    if !fields.isEmpty { object["$fields"] = fieldsJSON }
    if limit > 0 { object["$limit"] = .integer(Int64(min(limit, Self.maximum))) }
    if skip > 0 { object["$skip"] = .integer(Int64(skip)) }
    if !sorts.isEmpty {
      var order = JSONObject()
      for sort in sorts { order[sort.key] = sort.isAscending ? 1 : -1 }
      object["$sort"] = .object(order)
    }
    return object
  }

  /// The filters alone, for a count.
  func conditions(_ dates: DateForm) throws(MKError) -> JSONObject {
    guard !filters.isEmpty else { return [:] }
    var list: [JSON] = []
    for filter in filters { list.append(try filter.json(dates)) }
    return ["$and": .array(list)]
  }

  /// The wanted fields alone, for an object whose id is known.
  var selection: JSONObject { fields.isEmpty ? [:] : ["$fields": fieldsJSON] }

  private var fieldsJSON: JSON {
    var object = JSONObject()
    for field in fields.sorted() { object[field] = includesFields ? 1 : 0 }
    return .object(object)
  }
}

/// A key that results are sorted by.
struct QuerySort: Sendable {
  var key: String
  var isAscending: Bool
}

nonisolated extension MIAQuery {
  func sendFind() async throws(MKError) -> [MKCollection] {
    let parts = parts.withLock { $0 }
    let query = try parts.json(instance.dates)
    let draft = RequestDraft(.get, try path(), isFolder: true).asking(query)
    let items = try await instance.objects(draft)
    return items.map { instance.collection(collectionName, $0) }
  }

  func sendGet(_ id: String) async throws(MKError) -> MKCollection {
    guard !id.isEmpty else {
      throw MKError(.invalidParams, message: "The id is empty; give the id of an object.")
    }
    if collectionName == "files" {
      let file = MKCollectionFile(id: id, in: instance)
      try await file.sendRefresh()
      return file
    }
    let draft = RequestDraft(.get, try path(), id).asking(parts.withLock { $0.selection })
    return instance.collection(collectionName, try await instance.object(draft))
  }

  func sendCount() async throws(MKError) -> Int {
    let parts = parts.withLock { $0 }
    let draft = RequestDraft(.get, try path(), "count").asking(try parts.conditions(instance.dates))
    let response = try await instance.send(draft)
    guard let json = response.json, let count = (json["count"] ?? json).integer else {
      throw .unexpected(response.status.code, "a count")
    }
    return Int(count)
  }

  private func path() throws(MKError) -> String {
    guard MKAppInstance.isCollectionName(collectionName) else {
      throw MKError(
        .invalidParams, message: "\"\(collectionName)\" is no name of a collection.")
    }
    return instance.path(of: collectionName)
  }
}
