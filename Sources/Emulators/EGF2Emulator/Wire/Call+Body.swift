import GhostlightCore
import GhostlightEmulation

extension Call {
  /// The members of a JSON body, whatever its `Content-Type`; none where it is no object (A2).
  ///
  /// - Throws: That the body is no JSON.
  func body() throws(Fault) -> JSONObject {
    guard !request.body.isEmpty else { return [:] }
    try budget.spend(bytes: request.body.count)
    do throws(JSONError) {
      return try JSON.parse(request.body).object ?? [:]
    } catch {
      throw .invalidContent.filled(["problem": error.description])
    }
  }

  /// The parameters of the query.
  var query: QueryParameters { QueryParameters(request) }
}
