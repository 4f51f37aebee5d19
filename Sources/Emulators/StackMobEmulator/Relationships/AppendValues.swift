import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `PUT <schema>/<id>/<field>`, which appends values or existing ids to a field
/// (A15.2).
extension StackMobBackend {
  /// The rule for combining new values with those that a field already has.
  enum Appending {
    /// Appends all values; an array can contain duplicates.
    case all
    /// Appends new ids only; a relationship contains an id only once.
    case unique
    /// Replaces the value with the last new one, because a one-to-one field has a single value.
    case last
  }

  static func appendValues(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard case .array(let values) = try RequestBody.json(call) else {
      throw .badRequest.withReason("the body is not a JSON array", section: "A15.2")
    }
    guard let schema = state.schema(call["schema"]) else { throw .objectMissing }
    let entitlement = try state.authorize(.update, on: schema, by: call.caller)
    guard let object = state.object(call["id"], of: schema.name),
      try entitlement.admits(object, in: state, call.budget)
    else { throw .objectMissing }
    let field = call["field"]
    let isToOne: Bool
    if case .relationship(_, false) = schema[field] { isToOne = true } else { isToOne = false }
    let draft = try ObjectDraft(
      [field: isToOne ? values.last ?? .null : .array(values)], for: .update, in: schema,
      try WriteContext(call, state))
    let appending: Appending
    switch draft.schema[field] {
    case .relationship(_, let isToMany): appending = isToMany ? .unique : .last
    case .array: appending = .all
    default:
      throw .wrongTypeOnUpdate.filled(["field": field]).withReason(
        "it is neither an array nor a relationship", section: "A15.2")
    }
    let updated = try append(
      values, to: field, appending, of: call["id"], in: draft.schema, &state, moment, call.budget)
    return .json(.ok, .object(updated))
  }

  /// Appends values to a field of an existing object, and returns the changed object.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up; the object is unchanged then.
  @discardableResult
  static func append(
    _ values: [JSON], to field: String, _ appending: Appending, of id: String, in schema: Schema,
    _ state: inout StackMobState, _ moment: Moment, _ budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    let object = state.object(id, of: schema.name) ?? [:]
    var result = object
    let present = object[field]?.array ?? []
    try budget.spend(object.work)
    try budget.spend(present.count + values.count, times: appending == .unique ? 4 : 1)
    switch appending {
    case .all: result[field] = .array(present + values)
    case .unique:
      var known: Set<JSON> = []
      result[field] = .array((present + values).filter { known.insert($0).inserted })
    case .last: if let last = values.last { result[field] = last }
    }
    result = touched(result, since: object, moment)
    state.replace(id, in: schema, with: result)
    return result
  }
}
