import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Remove values, ids and with them objects (A15.3): `DELETE <schema>/<id>/<field>/<v1>,<v2>`.
extension StackMobBackend {
  static func removeValues(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    guard let schema = state.schema(call["schema"]) else { throw .objectMissingOnDelete }
    let entitlement = try state.authorize(.update, on: schema, by: call.caller)
    guard let object = state.object(call["id"], of: schema.name),
      entitlement.admits(object, in: state)
    else { throw .objectMissingOnDelete }
    let field = call["field"]
    guard let type = schema[field], type != .password else {
      throw .unknownQueryField.filled(["field": field, "schema": schema.name])
    }
    var result = object
    let removed: [String]
    switch type {
    case .array, .relationship(_, isToMany: true):
      let present = object[field]?.array ?? []
      let names = names(call["values"], among: present)
      result[field] = .array(present.filter { !names.contains(spelling($0)) })
      removed = present.map(spelling).filter(names.contains)
    case .relationship(_, isToMany: false):
      let current = object[field]?.string
      removed = names(call["values"], among: object[field].map { [$0] } ?? [])
        .filter { $0 == current }
      if !removed.isEmpty { result[field] = .null }
    default:
      throw .wrongTypeOnUpdate.filled(["field": field]).because(
        "it is no array and no relationship")
    }
    guard !removed.isEmpty else { return .json(.ok, statusOK) }
    let related = cascades(call) ? try deletable(removed, type, call, state) : nil
    state.replace(call["id"], in: schema, with: touched(result, since: object, moment))
    if let related {
      for id in removed { state.remove(id, from: related) }
    }
    return .json(.ok, statusOK)
  }

  /// The schema of related objects, all of which the caller may delete (A23).
  private static func deletable(
    _ ids: [String], _ type: FieldType, _ call: Call, _ state: StackMobState
  ) throws(Fault) -> Schema? {
    guard case .relationship(let target, _) = type, let related = state.schemas[target] else {
      return nil
    }
    let entitlement = try state.authorize(.delete, on: related, by: call.caller)
    for id in ids {
      guard let object = state.object(id, of: target) else { continue }
      guard entitlement.admits(object, in: state) else { throw .objectMissingOnDelete }
    }
    return related
  }

  /// The values that the path lists; a text that is one value of the field is not split (D43).
  private static func names(_ text: String, among present: [JSON]) -> Set<String> {
    if present.contains(where: { spelling($0) == text }) { return [text] }
    return Set(text.split(separator: ",").map(String.init))
  }

  /// A value as a path spells it.
  private static func spelling(_ value: JSON) -> String { value.string ?? value.description }

  /// Any value but `false` means true (A2).
  private static func cascades(_ call: Call) -> Bool {
    guard let field = call.request.headers.value(of: .stackMobCascadeDelete) else { return false }
    return field.lowercased() != "false"
  }
}
