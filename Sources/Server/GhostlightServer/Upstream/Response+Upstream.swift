package import GhostlightCore
import HTTPTypes

extension Response {
  /// Says why an upstream gave no answer.
  static func failure(_ reason: String) -> Response {
    var response = Response.json(.badGateway, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    return response
  }

  /// Why an upstream gave no answer, where this stands for that.
  package var upstreamFailure: String? {
    status == .badGateway ? headers[.ghostlightReason] : nil
  }
}
