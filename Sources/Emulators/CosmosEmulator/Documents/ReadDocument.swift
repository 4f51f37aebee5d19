import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Reading one document (B11).
extension CosmosBackend {
  static func readDocument(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let partition = try container.partition(of: call.request)
    guard
      let key = try container.find(
        call["id"], in: partition, at: moment, within: call.budget),
      let document = container.documents[key]
    else { throw .noDocument }
    var response: Response
    if Preconditions(call.request).isUnchanged(document) {
      response = Response(.notModified)
      response.headers[.eTag] = document["_etag"]?.string
    } else {
      response = CosmosReply.resource(.ok, document)
    }
    response.headers[.msRangeID] = "0"
    return response
  }
}
