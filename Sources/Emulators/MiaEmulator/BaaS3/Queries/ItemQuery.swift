import GhostlightCore
import GhostlightEmulation

/// The query of a list request: its filter, sort order, page and selected fields (B4).
struct ItemQuery: Sendable {
  /// The maximum number of items in a response, regardless of `$limit`.
  static let maximumLimit = 500

  var filter = Predicate.always
  var sort = MongoSort(keys: [])
  var skip = 0
  var limit = Self.maximumLimit
  var fields = ItemFields.all

  /// Creates a query from a filter object that may also have keys for paging, sorting and
  /// projection.
  ///
  /// - Throws: The refusal of the first invalid member.
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
    do throws(FilterError) {
      filter = try FilterParser(schema: nil, negation: true, within: budget)
        .parse(rest).predicate
    } catch {
      throw error.fault ?? Fault.baasBadFilter.filled(["problem": error.message])
    }
  }

  /// Returns one page of the matching items, with the selected fields.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func page(
    of collection: ItemCollection, _ scope: AccessScope, within budget: WorkBudget
  ) throws(Fault) -> [JSONObject] {
    var query = Query(predicate(scope))
    guard sort.keys.isEmpty else {
      let all = try collection.documents.find(query, within: budget).documents
      let (end, overflows) = skip.addingReportingOverflow(limit)
      let found = try sort.sorted(all, first: overflows ? nil : end, within: budget)
      return try list(Array(found.dropFirst(skip).prefix(limit)), budget)
    }
    query.offset = skip
    query.limit = limit
    return try list(collection.documents.page(query, within: budget), budget)
  }

  /// Returns the number of matching items, ignoring the page.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
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

/// The fields of items that a response contains.
///
/// The field `id` is always included (B4).
enum ItemFields: Sendable, Hashable {
  case all
  /// Only the fields with these names.
  case only(Set<BytewiseString>)
  /// All fields except those with these names.
  case without(Set<BytewiseString>)

  /// Creates the selection from `$fields`: names with the value 1 to include, or 0 to exclude.
  ///
  /// - Throws: A refusal if some values are 0 and others 1, or if a value is neither.
  init(_ value: JSON) throws(Fault) {
    guard case .object(let object) = value else { throw .baasBadFields }
    var wanted: Set<BytewiseString> = []
    var unwanted: Set<BytewiseString> = []
    for member in object.members where member.key != "id" || object.count == 1 {
      switch member.value.number {
      case 1: wanted.insert(BytewiseString(member.key))
      case 0: unwanted.insert(BytewiseString(member.key))
      default: throw .baasBadFields
      }
    }
    switch (wanted.isEmpty, unwanted.isEmpty) {
    case (true, true): self = .all
    case (false, true): self = .only(wanted)
    case (true, false): self = .without(unwanted)
    case (false, false): throw .baasBadFields
    }
  }

  /// Returns the item with the selected fields, in their original order.
  func applied(to item: JSONObject) -> JSONObject {
    let members: [JSONObject.Member]
    switch self {
    case .all: return item
    case .only(let names):
      members = item.members.filter { $0.key == "id" || names.contains(BytewiseString($0.key)) }
    case .without(let names):
      members = item.members.filter { $0.key == "id" || !names.contains(BytewiseString($0.key)) }
    }
    return JSONObject(uniqueMembers: members)
  }
}

extension ItemQuery {
  /// Creates the query of a request from its query string.
  ///
  /// - Throws: The refusal of the first invalid member.
  init(_ call: Call) throws(Fault) {
    try self.init(try Self.object(of: call), within: call.budget)
  }

  /// Returns the query object in a request's query string.
  ///
  /// A query string has one of three forms: the object itself, the object as the value of
  /// `mongoQuery`, or plain parameters. Some HTTP libraries treat the object as a parameter's name
  /// and append `=`, which is removed.
  ///
  /// - Throws: A refusal if the query string starts like an object but is not valid JSON.
  /// - Source: deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `parseQuery`.
  static func object(of call: Call) throws(Fault) -> JSONObject {
    let request = call.request
    guard let raw = request.target.rawQuery, !raw.isEmpty else { return [:] }
    try call.budget.spend(bytes: raw.utf8.count)
    if raw.hasPrefix("{") || raw.lowercased().hasPrefix("%7b") {
      guard let text = PercentEncoding.decode(raw) else {
        throw unreadable("an escape is malformed")
      }
      return try parse(text.hasSuffix("}=") ? String(text.dropLast()) : text)
    }
    // In the other two forms, unlike in the first, `+` is a space.
    guard let items = request.target.formFields else {
      throw unreadable("an escape is malformed")
    }
    if let item = items.first(where: { $0.name == "mongoQuery" }) {
      return try parse(item.value)
    }
    // Each parameter's name is looked up among the preceding names, so the cost is quadratic.
    try call.budget.spend(items.count, times: items.count >> 3)
    return plain(items)
  }

  private static func parse(_ text: String) throws(Fault) -> JSONObject {
    let value: JSON
    do throws(JSONError) { value = try JSON.parse(text) } catch { throw unreadable("\(error)") }
    guard case .object(let object) = value else { throw unreadable("it is not an object") }
    return object
  }

  private static func unreadable(_ problem: String) -> Fault {
    Fault.baasBadQuery.filled(["problem": problem])
  }

  /// The base fields whose values are always strings, even if a value in the query looks like a
  /// number.
  private static let texts: Set<String> = ["id", "creatorId", "updaterId"]

  /// Returns conditions of equality for plain query parameters.
  ///
  /// If a field occurs twice, both conditions must hold.
  private static func plain(_ items: [FormField]) -> JSONObject {
    var object = JSONObject()
    var others: [JSON] = []
    for item in items {
      let isPaging = item.name == "skip" || item.name == "limit"
      let name = isPaging ? "$" + item.name : item.name
      let text = JSON.string(item.value)
      let value = texts.contains(item.name) ? text : number(item.value) ?? text
      if object[name] == nil || name.hasPrefix("$") {
        object[name] = value
      } else {
        others.append([name: value])
      }
    }
    if !others.isEmpty { object["$and"] = .array(others) }
    return object
  }

  /// Returns the number in a string with an integer or a decimal without exponent; otherwise `nil`.
  private static func number(_ text: String) -> JSON? {
    let isPlain = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    guard isPlain else { return .none }
    do throws(JSONError) { return try JSON.parse(text) } catch { return .none }
  }
}
