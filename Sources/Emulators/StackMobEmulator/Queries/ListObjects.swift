import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Queries (A10): conditions, order, range and count.
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

  /// The order of the result; none beside `near`, which sorts by distance (A10.5).
  private static func order(
    _ text: String?, _ query: ObjectQuery, _ schema: Schema
  ) throws(Fault) -> [SortKey] {
    guard query.near == nil else { return [] }
    let order = try ObjectOrder.read(text, schema)
    if query.hasAlternatives, !order.isEmpty { throw .orWithSort.filled(["what": "an order"]) }
    return order
  }

  /// A part of a result with the size of the whole.
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

  /// 200 for the whole result, 206 with `Content-Range` for a part of it (A10.6).
  private static func answer(_ objects: [JSON], first: Int, total: Int) -> Response {
    guard objects.count != total else { return .json(.ok, .array(objects)) }
    var response = Response.json(.partialContent, .array(objects))
    let last = first + (max(objects.count, 1) - 1)
    response.headers[.contentRange] = "objects \(first)-\(last)/\(total)"
    return response
  }
}
