import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of queries (A10), with conditions, sort order, range and count.
extension StackMobBackend {
  static func listObjects(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let entitlement = try state.authorize(.read, on: schema, by: call.caller)
    let headers = call.request.headers
    let query = try ObjectQuery(call, schema)
    let order = try order(headers.value(of: .stackMobOrderBy), query, schema)
    let range = try ObjectRange(headers.value(of: .range))
    let presentation = try Presentation(call)
    let predicate = query.predicate(for: entitlement, in: state)
    let page = try find(
      predicate, near: query.near, order, range, in: schema, state, call.budget)
    var objects: [JSON] = []
    objects.reserveCapacity(page.objects.count)
    for object in page.objects {
      objects.append(try presentation.present(object, of: schema, state))
    }
    return answer(objects, first: range.first, total: page.total)
  }

  /// Returns the sort keys; empty with the condition `near`, which sorts by distance (A10.5).
  private static func order(
    _ text: String?, _ query: ObjectQuery, _ schema: Schema
  ) throws(Fault) -> [SortKey] {
    guard query.near == nil else { return [] }
    let order = try ObjectOrder.read(text, schema)
    if query.hasAlternatives, !order.isEmpty { throw .orWithSort.filled(["what": "an order"]) }
    return order
  }

  /// One page of a query's result, and the number of objects in the complete result.
  private struct Page {
    let objects: [JSONObject]
    let total: Int
  }

  private static func find(
    _ predicate: Predicate, near: NearCondition?, _ order: [SortKey], _ range: ObjectRange,
    in schema: Schema, _ state: StackMobState, _ budget: WorkBudget
  ) throws(Fault) -> Page {
    guard let collection = state.objects[schema.name] else { return Page(objects: [], total: 0) }
    let count = range.count(pageLimit: state.configuration.pageLimit)
    guard let near else {
      let query = Query(predicate, order: order, offset: range.first, limit: count)
      let result = try collection.find(query, within: budget)
      return Page(objects: result.documents.map(\.document), total: result.total)
    }
    let found = try collection.find(Query(predicate), within: budget).documents
    return Page(
      objects: try near.page(of: found, from: range.first, limit: count, within: budget),
      total: found.count)
  }

  /// Returns a response with the objects.
  ///
  /// Its status is 200 for the complete result, or 206 with `Content-Range` for a part of it
  /// (A10.6).
  private static func answer(_ objects: [JSON], first: Int, total: Int) -> Response {
    guard objects.count != total else { return .json(.ok, .array(objects)) }
    var response = Response.json(.partialContent, .array(objects))
    let last = first + (max(objects.count, 1) - 1)
    response.headers[.contentRange] = "objects \(first)-\(last)/\(total)"
    return response
  }
}

/// The sort order in `X-StackMob-OrderBy: field:asc,other:desc` (A10.5).
///
/// Objects without the field come first.
enum ObjectOrder {
  /// Returns the sort keys in the header field.
  ///
  /// If a field occurs again, the later entry is ignored.
  ///
  /// - Throws: ``Fault/badOrder`` for a malformed entry, or ``Fault/unknownQueryField`` for a field
  ///   that the schema does not have.
  static func read(_ text: String?, _ schema: Schema) throws(Fault) -> [SortKey] {
    var keys: [SortKey] = []
    var known: Set<String> = []
    for entry in (text ?? "").split(separator: ",") {
      let parts = entry.split(separator: ":", omittingEmptySubsequences: false).map { $0.trimmed }
      guard let name = parts.first, !name.isEmpty, parts.count <= 2 else {
        throw .badOrder.withReason("\"\(entry)\" is not field:asc or field:desc")
      }
      let direction = parts.count == 2 ? parts[1].lowercased() : "asc"
      guard direction == "asc" || direction == "desc" else {
        throw .badOrder.withReason("\"\(parts[1])\" is neither asc nor desc")
      }
      guard let type = schema[name], type != .password else {
        throw .unknownQueryField.filled(["field": name, "schema": schema.name])
      }
      // A second sort key with the same field would not change the order.
      guard known.insert(name).inserted else { continue }
      keys.append(SortKey(FieldPath(name), descending: direction == "desc"))
    }
    return keys
  }
}

/// A range such as `Range: objects=0-9`, zero-based and inclusive, or `objects=5-` (A10.6).
struct ObjectRange: Sendable, Hashable {
  let first: Int
  /// The index of the last object; `nil` for the end of the result.
  let last: Int?

  static let all = ObjectRange(first: 0, last: nil)

  private init(first: Int, last: Int?) {
    self.first = first
    self.last = last
  }

  /// Creates a range from the header field `Range`; without that field, it contains all objects.
  ///
  /// - Throws: ``Fault/badRange`` if the header field is malformed.
  init(_ field: String?) throws(Fault) {
    guard let field else {
      self = .all
      return
    }
    let parts = field.split(separator: "=", maxSplits: 1).map { $0.trimmed }
    let bounds = (parts.count == 2 ? parts[1][...] : "")
      .split(separator: "-", omittingEmptySubsequences: false).map { $0.trimmed }
    guard parts.first == "objects", bounds.count == 2, let first = Self.number(bounds[0]),
      bounds[1].isEmpty || Self.number(bounds[1]) != nil
    else { throw .badRange.withReason("\"\(field)\" is not objects=S-E or objects=S-") }
    let last = Self.number(bounds[1])
    if let last, last < first { throw .badRange.withReason("the range ends before its start") }
    self.init(first: first, last: last)
  }

  private static func number(_ text: String) -> Int? {
    text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  /// Returns the maximum number of objects in the range, or `nil` for no maximum.
  ///
  /// The app's page limit also limits this number (D9).
  func count(pageLimit: Int?) -> Int? {
    let (width, overflows) = (last ?? 0).subtractingReportingOverflow(first - 1)
    let wanted = last == nil || overflows ? nil : width
    guard let pageLimit else { return wanted }
    return min(max(pageLimit, 0), wanted ?? .max)
  }
}
