import GhostlightCore
import GhostlightEmulation

/// Reads the graph for one caller: looks at rules, expands and cuts pages (A10, A11).
struct GraphReader: Sendable {
  private let state: EGF2State
  private let userID: String?
  private let budget: WorkBudget

  init(_ state: EGF2State, userID: String?, within budget: WorkBudget) {
    self.state = state
    self.userID = userID
    self.budget = budget
  }

  /// What it costs to find an object and to look at its rule.
  private static let visit = 6

  /// Looks whether the caller may see an object.
  ///
  /// - Throws: That they may not, or that there is no such type.
  func check(_ id: String) throws(Fault) {
    try budget.spend(Self.visit)
    guard state.grants(state.rule(.get, of: id), to: userID, id: id) else {
      throw .accessForbidden
    }
  }

  /// An object with what items name put in.
  ///
  /// - Throws: That the caller may not see all of it, or that some of it does not exist.
  func expand(_ object: JSONObject, _ items: [ExpandItem]) throws(Fault) -> JSONObject {
    // Whatever else is put in is paid for by itself.
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

  /// A page of an edge.
  ///
  /// - Throws: That the cursor is unknown, or what expanding throws.
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

  /// The text of a page of an edge; where nothing is expanded it is put together of the objects' texts.
  ///
  /// - Throws: What ``page(of:_:_:_:)`` throws.
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
    // The members without the brace that opens an object of them alone.
    page.append(contentsOf: JSON.object(entries.members).bytes.dropFirst())
    return page
  }

  /// Spends what it costs to find an object and to print it.
  private static func pay(_ object: JSONObject, _ budget: WorkBudget) throws(Fault) {
    try budget.spend(visit)
    try budget.spend(printing: object)
  }

  /// The entries of a page, with the members that stand behind its results.
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

  /// The object that an id names.
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

  /// A struct, or an array of them, with an id inside expanded; `current` may have others expanded.
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
