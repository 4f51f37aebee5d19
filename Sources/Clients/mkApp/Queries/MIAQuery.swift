import GhostlightCore
import HTTPTypes
import Synchronization

/// A query of a collection: filters that must all match, an order, a page and a selection of
/// fields.
///
/// Create a query, add filters and sort keys, then call one of the `findObjects` or `countObjects`
/// methods. A query can be changed and used again: each call sends the settings that the query has
/// at that moment. It can be used from any thread. The class is isolated to the main actor only for
/// the properties that a subclass declares.
///
/// ```swift
/// import mkApp
///
/// let query = MIAQuery(collectionName: "picturedata")
/// query.addFilter(forKey: "likes", relatedBy: .greaterThan, to: 10)
/// query.addSortKey("likes", ascending: false)
/// query.limit = 20
/// let objects = try await query.findObjects()
/// print(objects.count)
/// ```
///
/// - Source: protocol reference C3.
@MainActor open class MIAQuery {
  nonisolated let collectionName: String
  nonisolated let instance: MKAppInstance
  nonisolated let parts = Mutex(QueryParts())

  /// Creates a query that matches all objects of a collection.
  nonisolated public init(collectionName: String) {
    self.collectionName = collectionName
    instance = .current
  }
}

nonisolated extension MIAQuery {
  /// The maximum number of objects in a result, from 0 to 500.
  ///
  /// With 0, the default, no limit is sent, and the server returns at most 500 objects.
  public var limit: Int {
    get { parts.withLock { $0.limit } }
    set { parts.withLock { $0.limit = min(max(newValue, 0), QueryParts.maximum) } }
  }

  /// The number of matching objects to skip before the first result; 0 by default.
  public var skip: Int {
    get { parts.withLock { $0.skip } }
    set { parts.withLock { $0.skip = max(newValue, 0) } }
  }

  /// Adds a sort key, which orders objects that have equal values for the earlier keys.
  ///
  /// If the key was added before, only its direction changes.
  public func addSortKey(_ key: String, ascending: Bool) {
    parts.withLock { $0.sort(key, isAscending: ascending) }
  }

  /// Selects the fields of the results, in addition to the id.
  ///
  /// A new selection replaces an earlier one.
  public func includeKeys(inResults keys: [String]) { select(keys, isIncluding: true) }

  /// Selects all fields of the results except these.
  ///
  /// A new selection replaces an earlier one.
  public func excludeKeys(fromResults keys: [String]) { select(keys, isIncluding: false) }

  private func select(_ keys: [String], isIncluding: Bool) {
    parts.withLock {
      $0.fields = keys
      $0.includesFields = isIncluding
    }
  }
}

/// The settings of a query.
///
/// - Source: protocol reference C3.
struct QueryParts: Sendable {
  /// The maximum number of objects in a response.
  static let maximum = 500

  var limit = 0
  var skip = 0
  var filters: [QueryFilter] = []
  var sorts: [QuerySort] = []
  var fields: [String] = []
  /// Whether ``fields`` are the fields to return; otherwise they are the fields to leave out.
  var includesFields = true

  mutating func sort(_ key: String, isAscending: Bool) {
    if let position = sorts.firstIndex(where: { $0.key == key }) {
      sorts[position].isAscending = isAscending
    } else {
      sorts.append(QuerySort(key: key, isAscending: isAscending))
    }
  }

  /// Returns the query as the JSON object that is sent.
  ///
  /// The object's members are sorted by name, the sort keys are in the order of the calls.
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

  /// Returns the JSON object for a count request, which contains only the filters.
  func conditions(_ dates: DateForm) throws(MKError) -> JSONObject {
    guard !filters.isEmpty else { return [:] }
    var list: [JSON] = []
    for filter in filters { list.append(try filter.json(dates)) }
    return ["$and": .array(list)]
  }

  /// The JSON object with only the selected fields, for reading one object by its id.
  var selection: JSONObject { fields.isEmpty ? [:] : ["$fields": fieldsJSON] }

  private var fieldsJSON: JSON {
    var object = JSONObject()
    for field in fields.sorted() { object[field] = includesFields ? 1 : 0 }
    return .object(object)
  }
}

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
      throw MKError(.invalidParams, message: "The id is empty; use the id of an object.")
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
        .invalidParams, message: "Invalid collection name \"\(collectionName)\".")
    }
    return instance.path(of: collectionName)
  }
}
