import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Handlers that return pages of edges, and that add, read and remove single links (A9).
extension EGF2Backend {
  static func readEdge(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    let requester = Requester(call.request, state, moment)
    let source = requester.resolve(call["src"])
    try state.admit(requester, state.rule(.get, of: source, edge: call["edge"]), to: source)
    let query = call.query
    let expand = try ExpandParser.parse(query["expand"], state.schema.pagination)
    let page = PageRequest(
      count: try PageRequest.count(query.text("count"), state.schema.pagination),
      after: query["after"])
    return EGF2Envelope.printed(
      try GraphReader(state, userID: requester.userID, within: call.budget).pageText(
        of: source, call["edge"], page, expand))
  }

  static func readEdgeObject(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    let requester = Requester(call.request, state, moment)
    let link = try self.link(call, requester, .get, in: state)
    let expand = try ExpandParser.parse(call.query["expand"], state.schema.pagination)
    guard state.edges.contains(link) else { throw .edgeNotExists.filled(["edge": link.path]) }
    guard let object = state.record(link.destination) else {
      throw .destinationNotExists.filled(["edge": link.path])
    }
    return EGF2Envelope.json(
      try GraphReader(state, userID: requester.userID, within: call.budget).expand(object, expand))
  }

  static func createObjectOnEdge(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let body = try ObjectBody.read(call)
    let requester = Requester(call.request, state, moment)
    let source = requester.resolve(call["src"])
    let name = call["edge"]
    try state.admit(
      requester, state.rule(.post, of: source, edge: name), to: source, body: body)
    guard !body.isEmpty else { throw .emptyBody }
    guard let typeName = body["object_type"] else { throw .unknownObjectType }
    let type = try ObjectBody.type(named: typeName, in: state.schema)
    let fields = try ObjectBody.fields(
      body, of: type, by: requester.userID, source: state.record(source) ?? ["id": .string(source)])
    guard state.schema.type(ofID: source)?.edge(name)?.contains.contains(type.name) == true else {
      // The service's message contains the object's id, because the service has already created the
      // object at this point.
      let link = GraphLink(
        source: source, edge: name, destination: state.newID(of: type, &moment))
      throw .unsupportedDestination.filled(["edge": link.path])
    }
    try call.budget.spend(EGF2State.write)
    let object = try state.create(
      fields, of: type, by: requester.userID, &moment, within: call.budget)
    guard let id = object["id"]?.string else { return EGF2Envelope.json(object) }
    let link = GraphLink(source: source, edge: name, destination: id)
    state.link(link, by: requester.userID, &moment)
    try state.applyRules(to: link, .post, &moment, within: call.budget)
    return EGF2Envelope.json(state.record(id) ?? object)
  }

  static func createEdge(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    _ = try call.body()
    let requester = Requester(call.request, state, moment)
    let link = try self.link(call, requester, .link, in: state)
    guard !state.edges.contains(link) else {
      throw .edgeAlreadyExists.filled(["edge": link.path])
    }
    try call.budget.spend(EGF2State.write, times: 2)
    state.link(link, by: requester.userID, &moment)
    try state.applyRules(to: link, .post, &moment, within: call.budget)
    return EGF2Envelope.json(["created_at": .now(moment)])
  }

  static func deleteEdge(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    _ = try call.body()
    let requester = Requester(call.request, state, moment)
    let link = try self.link(call, requester, .delete, in: state)
    guard state.edges.contains(link) else { throw .edgeNotExists.filled(["edge": link.path]) }
    try call.budget.spend(EGF2State.write)
    state.unlink(link, by: requester.userID, &moment)
    try state.applyRules(to: link, .delete, &moment, within: call.budget)
    return EGF2Envelope.json(["deleted_at": .now(moment)])
  }

  /// Returns the link in a request's path, after checking the caller's access and the destination's
  /// type.
  ///
  /// - Throws: A refusal if the caller has no access, or if the edge cannot contain the
  ///   destination.
  private static func link(
    _ call: Call, _ requester: Requester, _ verb: AccessVerb, in state: EGF2State
  ) throws(Fault) -> GraphLink {
    let link = GraphLink(
      source: requester.resolve(call["src"]), edge: call["edge"],
      destination: requester.resolve(call["dst"]))
    let rule = state.rule(verb, of: link.source, edge: link.edge)
    try state.admit(requester, rule, to: link.source)
    if link.destination == Requester.me { _ = try requester.user() }
    guard let type = state.schema.type(ofID: link.destination) else {
      throw .incorrectObjectID.filled(["id": link.destination])
    }
    let edge = state.schema.type(ofID: link.source)?.edge(link.edge)
    guard edge?.contains.contains(type.name) == true else {
      throw .unsupportedDestination.filled(["edge": link.path])
    }
    return link
  }
}

/// The part of a list that a client requests (A10).
struct PageRequest: Sendable, Hashable {
  /// The maximum number of results on the page.
  let count: Int
  /// The cursor of the entry after which the page starts; `nil` for the start of the list.
  var after: String?

  /// Returns the size of a page; without a parameter, it is the configured default.
  ///
  /// - Throws: A refusal if the parameter is not a number from 0 to the configured maximum.
  static func count(_ text: String?, _ pagination: Pagination) throws(Fault) -> Int {
    guard let text else { return pagination.defaultCount }
    guard let number = number(text), number <= pagination.maxCount else {
      throw .incorrectCount.filled(["maximum": String(pagination.maxCount)])
    }
    return number
  }

  /// Returns the index in a list at which the page starts.
  ///
  /// - Throws: A refusal if the cursor is the id of an object that the list does not contain.
  func offset(in list: EdgeList?, _ mode: Pagination.Mode) throws(Fault) -> Int {
    guard let after else { return 0 }
    switch mode {
    case .index:
      return Self.number(after).map { $0 == .max ? $0 : $0 + 1 } ?? 0
    case .object:
      guard let offset = list?.offset(of: after) else { throw .incorrectAfter }
      return offset + 1
    }
  }

  /// Returns the cursor of a list entry: its index or its object id, depending on the mode.
  static func cursor(_ offset: Int, _ id: String, _ mode: Pagination.Mode) -> String {
    mode == .index ? String(offset) : id
  }

  /// Returns the number in a string of decimal digits, or `Int.max` if it is too large; otherwise
  /// `nil`.
  static func number(_ text: String) -> Int? {
    guard !text.isEmpty,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    return Int(text) ?? .max
  }
}
