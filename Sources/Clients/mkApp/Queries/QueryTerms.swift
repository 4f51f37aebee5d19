import GhostlightCore

/// What a query asks for.
///
/// - Source: protocol reference C.3.
struct QueryTerms: Sendable {
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
