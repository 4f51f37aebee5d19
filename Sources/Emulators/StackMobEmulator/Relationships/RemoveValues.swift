import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `DELETE <schema>/<id>/<field>/<v1>,<v2>`, which removes values or ids from a
/// field (A15.3).
///
/// With the header field for cascading deletes, the objects with these ids are deleted too.
extension StackMobBackend {
  static func removeValues(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let schema = state.schema(call["schema"]) else { throw .objectMissingOnDelete }
    let entitlement = try state.authorize(.update, on: schema, by: call.caller)
    guard let object = state.object(call["id"], of: schema.name),
      try entitlement.admits(object, in: state, call.budget)
    else { throw .objectMissingOnDelete }
    let field = call["field"]
    guard let type = schema[field], type != .password else {
      throw .unknownQueryField.filled(["field": field, "schema": schema.name])
    }
    let isToOne: Bool
    switch type {
    case .array, .relationship(_, isToMany: true): isToOne = false
    case .relationship(_, isToMany: false): isToOne = true
    default:
      throw .wrongTypeOnUpdate.filled(["field": field]).withReason(
        "it is neither an array nor a relationship", section: "A15.3")
    }
    let present = object[field].map { isToOne ? [$0] : $0.array ?? [] } ?? []
    try call.budget.spend(object.work)
    try call.budget.spend(present.count, times: 4)
    let named = NamedValues(call["values"], among: present)
    let removed = present.filter(named.contains)
    guard !removed.isEmpty else { return .json(.ok, statusOK) }
    let ids = removed.compactMap(\.string)
    let related = cascades(call) ? try deletable(ids, type, call, state) : nil
    var result = object
    result[field] = isToOne ? .null : .array(present.filter { !named.contains($0) })
    state.replace(call["id"], in: schema, with: touched(result, since: object, moment))
    if let related {
      for id in ids { state.remove(id, from: related) }
    }
    return .json(.ok, statusOK)
  }

  /// Returns the schema of related objects, after checking that the caller may delete all of them
  /// (A23).
  ///
  /// The work of removing the objects is charged to the budget.
  private static func deletable(
    _ ids: [String], _ type: FieldType, _ call: Call, _ state: StackMobState
  ) throws(Fault) -> Schema? {
    guard case .relationship(let target, _) = type, let related = state.schemas[target] else {
      return nil
    }
    let entitlement = try state.authorize(.delete, on: related, by: call.caller)
    for id in ids {
      try call.budget.spend(state.workToRemove(id, from: related))
      guard let object = state.object(id, of: target) else { continue }
      guard try entitlement.admits(object, in: state, call.budget) else {
        throw .objectMissingOnDelete
      }
    }
    return related
  }

  /// Returns whether the related objects should be deleted too: the header field has any value
  /// except `false` (A2).
  private static func cascades(_ call: Call) -> Bool {
    guard let field = call.request.value(of: .stackMobCascadeDelete) else { return false }
    return field.lowercased() != "false"
  }
}

/// The values of a field that a request path lists (A15.3).
///
/// An item of the list is equal to a string with the same bytes, and to the same number in any
/// spelling.
struct NamedValues {
  private let texts: Set<BytewiseString>
  private let numbers: Set<Double>

  /// Creates the list of values.
  ///
  /// If the complete string is a value of the field, it is not split at commas (D43).
  init(_ text: String, among present: [JSON]) {
    let whole = NamedValues([text])
    self = present.contains(where: whole.contains) ? whole : NamedValues(text.parts(at: ","))
  }

  private init(_ names: [String]) {
    texts = Set(names.map(BytewiseString.init))
    numbers = Set(names.compactMap(DecimalText.double))
  }

  func contains(_ value: JSON) -> Bool {
    switch value {
    case .string(let text): return texts.contains(BytewiseString(text))
    case .bool: return texts.contains(BytewiseString(value.description))
    case .integer, .double, .decimal:
      if texts.contains(BytewiseString(value.description)) { return true }
      // From 2^53 on, different integers can be the same `Double`, so such numbers are compared
      // only as text.
      guard let number = value.number, number.magnitude < 0x1p53 else { return false }
      return numbers.contains(number)
    default: return false
    }
  }
}
