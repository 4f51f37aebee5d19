import GhostlightCore
import HTTPTypes

extension SMCustomCodeRequest {
  /// The request as it goes out, without a content type.
  ///
  /// - Throws: -100 without a method.
  func draft() throws -> RequestDraft {
    guard let verb = HTTPRequest.Method(httpVerb), !method.isEmpty else {
      throw SMFailure.invalidArguments("A custom code request needs a method.")
    }
    let query = WireText.query(queryStringParameters)
    let path = WireText.schemaPath(method, lowercased: false)
    var draft = RequestDraft(verb, query.isEmpty ? path : "\(path)?\(query)")
    draft.body = Array((requestBody ?? "").utf8)
    return draft
  }

  /// The content types whose responses are no failures.
  var acceptedTypes: Set<String> {
    guard let type = responseContentType else { return CustomCodeBody.understood }
    return CustomCodeBody.understood.union([CustomCodeBody.mediaType(type)])
  }
}
