import GhostlightCore
import HTTPTypes

/// Responses with one document.
enum DocumentReply {
  static func response(_ write: DocumentWrite) -> Response {
    var response: Response
    if let document = write.document {
      response = CosmosReply.resource(
        HTTPResponse.Status(code: write.status), document, charge: write.charge)
    } else {
      response = CosmosReply.deleted(charge: write.charge)
    }
    response.headers[.msRangeID] = "0"
    return response
  }
}
