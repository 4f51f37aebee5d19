import GhostlightCore
import GhostlightEmulation
import HTTPTypes

extension MiaBackend {
  /// Handles `GET C/schema`: returns the schema of a collection's documents (A4).
  ///
  /// - Source: assumption: the form of the schema; A4 only names the route.
  static func readSchema(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, try CRUDTarget(call, state).definition.documentSchema.json)
  }

  /// Handles `GET /-/schemas`: returns the schemas of all collections by name.
  static func listSchemas(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    var schemas: JSONObject = [:]
    for collection in state.crud.collections {
      schemas[collection.definition.name] = collection.definition.documentSchema.json
    }
    return .json(.ok, .object(schemas))
  }

  /// Handles `GET /-/healthz` and similar routes: reports that the service is up (A4).
  static func readStatus(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    let version = state.configuration.crudCompatibility == .seven ? "7.0.0" : "6.3.0"
    return .json(
      .ok, ["name": "crud-service", "version": .string(version), "status": "OK"])
  }
}
