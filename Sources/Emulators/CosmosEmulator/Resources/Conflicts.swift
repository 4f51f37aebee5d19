import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers for a container's conflicts.
///
/// An account with one region has no conflicts. The list is always empty, and a single conflict is
/// never found (B9).
extension CosmosBackend {
  static func listConflicts(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    return try ResourcePage(call).response("Conflicts", [], rid: container.rid.text)
  }

  static func queryConflicts(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let headers = call.request.headers
    guard headers[.msPartitionKey] != nil || headers.isTrue(.msCrossPartition) else {
      throw .crossPartitionDisabled
    }
    return try ResourcePage(call)
      .response(
        "Conflicts", try ResourceQuery(call).rows([], moment), rid: container.rid.text)
  }

  /// Returns whether a request deletes a conflict without a partition key, which the service checks
  /// before anything else.
  static func lacksConflictKey(_ request: Request) -> Bool {
    let words = request.target.rawPath.split(separator: "/")
    return request.method == .delete && words.count == 6 && words[4] == "conflicts"
      && request.headers[.msPartitionKey] == nil
  }
}
