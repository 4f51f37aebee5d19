import GhostlightCore
import GhostlightEmulation

/// Which items a list asks for (B4).
struct ItemQuery: Sendable {
  /// The most items that one answer has, whatever `$limit` says.
  static let maximumLimit = 500

  var filter = Predicate.always
  var sort = MongoSort(keys: [])
  var skip = 0
  var limit = Self.maximumLimit
  var fields = ItemFields.all

  /// Reads a filter with the keys that page, sort and project.
  ///
  /// - Throws: The first thing that is not understood.
  init(_ object: JSONObject, within budget: WorkBudget) throws(Fault) {
    try budget.spend(walking: object)
    var rest = object
    if let value = rest.removeValue(forKey: "$skip") { skip = try Self.count("$skip", value) }
    if let value = rest.removeValue(forKey: "$limit") {
      let wanted = try Self.count("$limit", value)
      if wanted > 0 { limit = min(wanted, Self.maximumLimit) }
    }
    if let value = rest.removeValue(forKey: "$sort") { sort = try Self.sort(value) }
    if let value = rest.removeValue(forKey: "$fields") { fields = try ItemFields(value) }
    rest.removeValue(forKey: "$limitRecursion")
    do throws(FilterProblem) {
      filter = try FilterParser(schema: nil, negation: true, within: budget)
        .parse(rest).predicate
    } catch {
      throw error.fault ?? Fault.baasBadFilter.filled(["problem": error.message])
    }
  }

  /// The items of the page, projected.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func page(
    of collection: ItemCollection, _ scope: AccessScope, within budget: WorkBudget
  ) throws(Fault) -> [JSONObject] {
    var query = Query(predicate(scope))
    guard sort.keys.isEmpty else {
      let all = try collection.documents.find(query, within: budget).documents
      let found = try sort.sorted(all, within: budget)
      return try list(Array(found.dropFirst(skip).prefix(limit)), budget)
    }
    query.offset = skip
    query.limit = limit
    return try list(collection.documents.page(query, within: budget), budget)
  }

  /// How many items match, on all pages.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func count(
    of collection: ItemCollection, _ scope: AccessScope, within budget: WorkBudget
  ) throws(Fault) -> Int {
    var query = Query(predicate(scope))
    query.limit = 0
    return try collection.documents.find(query, within: budget).total
  }

  private func predicate(_ scope: AccessScope) -> Predicate {
    switch scope {
    case .all: filter
    case .own: .and([scope.predicate, filter])
    }
  }

  private func list(
    _ found: [FoundDocument], _ budget: WorkBudget
  ) throws(Fault) -> [JSONObject] {
    var items: [JSONObject] = []
    items.reserveCapacity(found.count)
    for one in found {
      try budget.spend(one.document.count >> 3)
      items.append(fields.applied(to: one.document))
    }
    return items
  }

  private static func count(_ name: String, _ value: JSON) throws(Fault) -> Int {
    guard let number = value.number, number >= 0, number == number.rounded() else {
      throw Fault.baasBadFilter.filled(["problem": "\(name) has to be a whole number from 0"])
    }
    return Int(exactly: number) ?? .max
  }

  private static func sort(_ value: JSON) throws(Fault) -> MongoSort {
    var keys: [MongoSort.Key] = []
    guard case .object(let object) = value else { throw badSort }
    for member in object.members {
      guard let direction = member.value.number, abs(direction) == 1 else { throw badSort }
      keys.append(.init(member.key, descending: direction < 0))
    }
    return MongoSort(keys: keys)
  }

  private static let badSort = Fault.baasBadFilter.filled([
    "problem": "$sort has to be an object of field names with 1 or -1"
  ])
}
