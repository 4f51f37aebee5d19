import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler that reads one object (A9).
extension StackMobBackend {
  static func readObject(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let entitlement = try state.authorize(.read, on: schema, by: call.caller)
    guard let found = state.objects[schema.name]?.found(call["id"]),
      try entitlement.admits(found.document, in: state, call.budget)
    else { throw .objectMissing }
    guard Presentation.isWhole(call) else {
      return try answer(found.document, of: schema, call, state)
    }
    let text = try found.bytes(within: call.budget) { object, budget throws(Fault) in
      try budget.spend(object.work)
    }
    return Response(.ok, headers: Response.jsonFields, body: text)
  }

  /// Returns a response with an object, in the form that the call's expand and select header fields
  /// ask for.
  static func answer(
    _ object: JSONObject, of schema: Schema, _ call: Call, _ state: StackMobState
  ) throws(Fault) -> Response {
    let presentation = try Presentation(call)
    return .json(.ok, try presentation.present(object, of: schema, state))
  }
}

/// The form of the objects in a response: relationships expanded to a depth (A10.8), and only
/// selected fields (A10.7).
struct Presentation: Sendable {
  private let depth: Int
  private let selection: Selection?
  private let caller: Caller
  private let budget: WorkBudget
  private static let deepest = 3

  /// Creates a presentation from `X-StackMob-Expand` or `_expand`, and from `X-StackMob-Select`.
  ///
  /// - Throws: ``Fault/badRequest`` if the depth is not a number, or ``Fault/selectTooDeep`` if a
  ///   selected field is deeper than the expansion.
  init(_ call: Call) throws(Fault) {
    caller = call.caller
    budget = call.budget
    depth = try Self.depth(call)
    selection = try Selection(call.request.value(of: .stackMobSelect), expansion: depth)
  }

  /// Returns whether a call obviously asks for complete objects.
  ///
  /// If so, creating a presentation of the call cannot fail.
  static func isWhole(_ call: Call) -> Bool {
    !call.request.target.hasQuery && call.request.value(of: .stackMobSelect) == nil
      && call.request.value(of: .stackMobExpand) == nil
  }

  private static func depth(_ call: Call) throws(Fault) -> Int {
    var text = call.request.value(of: .stackMobExpand)
    if text == nil, call.request.target.hasQuery,
      call.request.target.rawQuery?.contains("_expand") == true
    {
      text = call.request.target.queryItems?.first { $0.name == "_expand" }?.value
    }
    guard let text else { return 0 }
    guard let depth = Int(text[...].trimmed), depth >= 0 else {
      throw .badRequest.withReason(
        "\"\(text)\" is not a valid depth of expansion; use 1 to 3", section: "A10.8")
    }
    return min(depth, deepest)
  }

  /// Returns the object in the form in which the client gets it.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func present(
    _ object: JSONObject, of schema: Schema, _ state: StackMobState
  ) throws(Fault) -> JSON {
    try budget.spend(object.work)
    guard depth > 0 || selection != nil else { return .object(object) }
    return .object(try shape(object, of: schema, depth, selection, state))
  }

  private func shape(
    _ object: JSONObject, of schema: Schema, _ depth: Int, _ selection: Selection?,
    _ state: StackMobState
  ) throws(Fault) -> JSONObject {
    try budget.spend(object.count, times: 2)
    var result = JSONObject()
    for member in object {
      let isSelected = selection?.includes(member.key) ?? true
      guard isSelected || member.key == schema.primaryKey else { continue }
      var value = member.value
      if depth > 0, case .relationship(let target, _) = schema[member.key],
        let related = state.schemas[target]
      {
        let inner = selection?.inside(member.key)
        let readable = state.readable(of: related, by: caller)
        value = try expand(value, related, readable, depth - 1, inner, state)
      }
      result.append(member.key, value)
    }
    return result
  }

  /// Returns the value of a relationship field with ids replaced by objects.
  ///
  /// An id is not replaced if its object is missing or hidden from the caller (A23).
  private func expand(
    _ value: JSON, _ schema: Schema, _ readable: Entitlement, _ depth: Int,
    _ selection: Selection?, _ state: StackMobState
  ) throws(Fault) -> JSON {
    switch value {
    case .array(let ids):
      var values: [JSON] = []
      values.reserveCapacity(ids.count)
      for id in ids {
        values.append(try expand(id, schema, readable, depth, selection, state))
      }
      return .array(values)
    case .string(let id):
      try budget.spend(2)
      guard let object = state.object(id, of: schema.name),
        try readable.admits(object, in: state, budget)
      else { return value }
      try budget.spend(object.work)
      return .object(try shape(object, of: schema, depth, selection, state))
    default: return value
    }
  }
}

/// The selected fields in `X-StackMob-Select: username,friends.age,rel.*` (A10.7), as a tree of
/// names.
struct Selection: Sendable {
  private var names: Set<String> = []
  private var nested: [String: Selection] = [:]
  private var takesAll = false

  private init() {}

  /// Parses the header field; returns `nil`, which selects all fields, if there is none.
  ///
  /// - Throws: ``Fault/selectTooDeep`` if a name is deeper than `expansion` levels.
  init?(_ text: String?, expansion: Int) throws(Fault) {
    guard let text else { return nil }
    for entry in text.split(separator: ",") {
      let path = entry.trimmed.split(separator: ".").map(String.init)
      guard path.count - 1 <= expansion else {
        throw .selectTooDeep.filled(["field": entry.trimmed])
      }
      add(path[...])
    }
  }

  private mutating func add(_ path: ArraySlice<String>) {
    guard let first = path.first else { return }
    guard path.count > 1 else {
      if first == "*" { takesAll = true } else { names.insert(first) }
      return
    }
    nested[first, default: Selection()].add(path.dropFirst())
  }

  /// Returns whether a field is selected.
  ///
  /// The primary key is returned even if it is not selected.
  func includes(_ field: String) -> Bool {
    takesAll || names.contains(field) || nested[field] != nil
  }

  /// Returns the selection for the objects of a relationship field.
  ///
  /// It contains only their primary keys, unless fields of these objects are selected.
  func inside(_ field: String) -> Selection { nested[field] ?? Selection() }
}

extension JSONObject {
  /// The units of work for copying and serializing the members.
  var work: Int {
    var units = 1
    for member in self { units &+= 1 &+ member.value.work }
    return units
  }
}

extension JSON {
  /// The units of work for serializing the value, in addition to the units that the object or array
  /// that contains it counts for each member or element.
  fileprivate var work: Int {
    switch self {
    case .string(let text): return text.utf8.count &>> 5
    case .array(let elements):
      var units = elements.count &>> 1
      for element in elements { units &+= element.work }
      return units
    case .object(let object): return object.work
    default: return 0
    }
  }
}
