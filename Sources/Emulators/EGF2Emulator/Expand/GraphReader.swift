import GhostlightCore
import GhostlightEmulation

/// Reads the graph for one caller: checks access rules, expands objects and builds pages (A10,
/// A11).
struct GraphReader: Sendable {
  private let state: EGF2State
  private let userID: String?
  private let budget: WorkBudget

  init(_ state: EGF2State, userID: String?, within budget: WorkBudget) {
    self.state = state
    self.userID = userID
    self.budget = budget
  }

  /// The units of work for finding an object and checking its access rule.
  private static let visit = 6

  /// Checks whether the caller may read an object.
  ///
  /// - Throws: A refusal if the caller may not, or if the type in the id does not exist.
  func check(_ id: String) throws(Fault) {
    try budget.spend(Self.visit)
    guard state.grants(state.rule(.get, of: id), to: userID, id: id) else {
      throw .accessForbidden
    }
  }

  /// Returns an object in which the given items are expanded.
  ///
  /// - Throws: A refusal if the caller may not read an expanded object, or if it does not exist.
  func expand(_ object: JSONObject, _ items: [ExpandItem]) throws(Fault) -> JSONObject {
    // Only `object` itself is charged here; the objects that are expanded in it are charged
    // separately.
    try budget.spend(Self.visit)
    try budget.spend(printing: object)
    guard !items.isEmpty else { return object }
    var result = object
    for item in items {
      try budget.spend(object.count >> 1 + 2)
      if let value = object[item.name] {
        result[item.name] = try expandedID(value, item)
      } else if let page = try expandedEdge(object, item) {
        result[item.name] = .object(page)
      } else if let member = try expandedMember(object, current: result, item) {
        result[member.key] = member.value
      }
    }
    return result
  }

  /// Returns a page of an edge.
  ///
  /// - Throws: A refusal if the cursor is unknown, or if an object cannot be expanded.
  func page(
    of source: String, _ edge: String, _ request: PageRequest, _ items: [ExpandItem]
  ) throws(Fault) -> JSONObject {
    let entries = try entries(of: source, edge, request)
    var results: [JSON] = []
    results.reserveCapacity(entries.ids.count)
    for id in entries.ids {
      guard let object = state.record(id) else { continue }
      results.append(.object(try expand(object, items)))
    }
    var page = JSONObject()
    page.append("results", .array(results))
    for member in entries.members { page.append(member.key, member.value) }
    return page
  }

  /// Returns a page of an edge as serialized JSON.
  ///
  /// If `items` is empty, the stored JSON of the objects is reused.
  ///
  /// - Throws: The refusals of ``page(of:_:_:_:)``.
  func pageText(
    of source: String, _ edge: String, _ request: PageRequest, _ items: [ExpandItem]
  ) throws(Fault) -> [UInt8] {
    guard items.isEmpty else {
      return JSON.object(try page(of: source, edge, request, items)).bytes
    }
    let entries = try entries(of: source, edge, request)
    var texts: [[UInt8]] = []
    texts.reserveCapacity(entries.ids.count)
    var size = 256
    for id in entries.ids {
      guard let text = try state.text(of: id, within: budget, paying: Self.pay) else { continue }
      size += text.count + 1
      texts.append(text)
    }
    var page: [UInt8] = []
    page.reserveCapacity(size)
    page.append(contentsOf: #"{"results":["#.utf8)
    for position in texts.indices {
      if position > 0 { page.append(UInt8(ascii: ",")) }
      page.append(contentsOf: texts[position])
    }
    page.append(contentsOf: "],".utf8)
    // The JSON of the other members, without the opening brace.
    page.append(contentsOf: JSON.object(entries.members).bytes.dropFirst())
    return page
  }

  /// Charges the work of finding an object and serializing it.
  private static func pay(_ object: JSONObject, _ budget: WorkBudget) throws(Fault) {
    try budget.spend(visit)
    try budget.spend(printing: object)
  }

  /// Returns the ids of the objects on a page, and the members that follow `results` in the
  /// response.
  private func entries(
    of source: String, _ edge: String, _ request: PageRequest
  ) throws(Fault) -> (ids: [String], members: JSONObject) {
    let mode = state.schema.pagination.mode
    let list = state.edges.list(of: source, edge)
    let start = try request.offset(in: list, mode)
    try budget.spend(min(request.count, list?.count ?? 0), times: Self.visit)
    let ids = list?.newest(from: start, limit: request.count) ?? []
    var members: JSONObject = ["count": .integer(Int64(list?.count ?? 0))]
    guard let first = ids.first, let last = ids.last else { return (ids, members) }
    members.append("first", .string(PageRequest.cursor(start, first, mode)))
    if ids.count == request.count {
      members.append("last", .string(PageRequest.cursor(start + ids.count - 1, last, mode)))
    }
    return (ids, members)
  }

  /// Returns the object with the id `value`, with the items of `item` expanded.
  private func expandedID(_ value: JSON, _ item: ExpandItem) throws(Fault) -> JSON {
    guard let id = value.string else { throw .accessForbidden }
    try check(id)
    guard let object = state.record(id) else { throw .objectNotExists.filled(["id": id]) }
    return .object(try expand(object, item.items))
  }

  private func expandedEdge(
    _ object: JSONObject, _ item: ExpandItem
  ) throws(Fault) -> JSONObject? {
    guard let id = object["id"]?.string, let edge = state.schema.type(ofID: id)?.edge(item.name)
    else { return nil }
    try budget.spend(Self.visit)
    guard state.grants(edge.rules[.get], to: userID, id: id) else { throw .accessForbidden }
    let count = item.count ?? state.schema.pagination.defaultCount
    return try page(of: id, item.name, PageRequest(count: count), item.items)
  }

  /// Returns a member whose value is a struct, or an array of structs, with an id in it expanded.
  ///
  /// `current` is the object in which earlier items may already have expanded other ids.
  private func expandedMember(
    _ object: JSONObject, current: JSONObject, _ item: ExpandItem
  ) throws(Fault) -> JSONObject.Member? {
    guard let dot = item.name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let name = String(item.name[..<dot])
    let inner = ExpandItem(
      String(item.name[item.name.index(after: dot)...]), count: item.count, item.items)
    switch (object[name], current[name]) {
    case (.object(let structure)?, .object(let result)?):
      return JSONObject.Member(name, .object(try expanded(structure, result, inner)))
    case (.array(let elements)?, .array(var results)?):
      try budget.spend(elements.count)
      for (position, element) in elements.enumerated() {
        guard case .object(let structure) = element, case .object(let result) = results[position]
        else { continue }
        results[position] = .object(try expanded(structure, result, inner))
      }
      return JSONObject.Member(name, .array(results))
    default:
      return nil
    }
  }

  private func expanded(
    _ structure: JSONObject, _ current: JSONObject, _ item: ExpandItem
  ) throws(Fault) -> JSONObject {
    guard let value = structure[item.name] else { return current }
    var result = current
    result[item.name] = try expandedID(value, item)
    return result
  }
}
