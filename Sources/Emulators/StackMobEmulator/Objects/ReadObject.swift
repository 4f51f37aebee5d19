import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Read one object (A9).
extension StackMobBackend {
  static func readObject(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    let schema = try state.knownSchema(call["schema"])
    let entitlement = try state.authorize(.read, on: schema, by: call.caller)
    guard let object = state.object(call["id"], of: schema.name),
      try entitlement.admits(object, in: state, call.budget)
    else { throw .objectMissing }
    return try answer(object, of: schema, call, state)
  }

  /// The object as the call's expand and select fields want it.
  static func answer(
    _ object: JSONObject, of schema: Schema, _ call: Call, _ state: StackMobState
  ) throws(Fault) -> Response {
    let presentation = try Presentation(call)
    return .json(.ok, try presentation.present(object, of: schema, state))
  }
}
