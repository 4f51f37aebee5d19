import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The request for a query plan (B15).
extension CosmosBackend {
  static func planQuery(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let query = try ResourceQuery(call)
    guard call.request.headers[.msQueryFeatures]?.isEmpty == false else {
      throw .unsupportedFeatures.filled(["features": "None"])
    }
    var response = Response(.ok, body: QueryPlanner(query.statement).json.bytes)
    response.headers[.msContentPath] = container.rid.text
    return response
  }
}

extension Fault {
  /// The refusal with the plan that clients go on with.
  func with(plan: JSON) -> Fault { adding("additionalErrorInfo", .string(plan.text())) }
}
