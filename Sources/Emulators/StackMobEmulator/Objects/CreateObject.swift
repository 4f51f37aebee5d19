import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Create one object (A7), many (A8), or upsert whole trees (A16).
extension StackMobBackend {
  static func createObject(
    _ call: Call, _ state: inout StackMobState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let schema = try schemaToWrite(call["schema"], state)
    let context = try WriteContext(call, state)
    guard !context.isUpsert else {
      return try upsert(try RequestBody.json(call), in: schema, context, &state, &moment)
    }
    _ = try state.authorize(.create, on: schema, by: call.caller)
    switch try RequestBody.json(call) {
    case .object(let body):
      let creation = try ObjectCreation(body, in: schema, context, &moment)
      guard state.object(creation.id, of: schema.name) == nil else {
        throw .duplicateKey.filled(["schema": schema.name, "id": creation.id])
      }
      state.store(creation, &moment)
      return .json(.created, .object(creation.object))
    case .array(let bodies):
      let objects = try RequestBody.objects(bodies)
      // Work that runs out leaves no part behind.
      var draft = state
      let result = try BulkResult(storing: objects, in: schema, context, &draft, &moment)
      state = draft
      return result.response
    default: throw .badRequest.because("the body is neither a JSON object nor an array of them")
    }
  }

  /// The schema of a path, or a new one where the environment infers schemas.
  ///
  /// - Throws: ``Fault/unknownSchema`` in production, ``Fault/badName``.
  static func schemaToWrite(
    _ name: String, _ state: StackMobState
  ) throws(Fault) -> Schema {
    if let schema = state.schema(name) { return schema }
    guard state.isDevelopment else { throw .unknownSchema.filled(["name": name]) }
    guard let lowercased = Schema.lowercased(name), Schema.isName(lowercased) else {
      throw .badName.filled(["name": name])
    }
    return Schema(lowercased)
  }
}
