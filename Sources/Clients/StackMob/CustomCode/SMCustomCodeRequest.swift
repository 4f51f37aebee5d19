public import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A call of an app's own code on the server.
///
/// - Source: protocol reference B10.
public final class SMCustomCodeRequest: Sendable {
  /// The name of the method: the path after the host.
  public let method: String
  /// `GET`, `POST`, `PUT` or `DELETE`.
  public let httpVerb: String
  /// What is sent as body, as it is; `nil` for none.
  public let requestBody: String?

  private let state = Mutex(CustomCodeTerms())

  private init(_ httpVerb: String, _ method: String, body: String? = nil) {
    self.httpVerb = httpVerb
    self.method = method
    requestBody = body
  }

  /// A `GET` of a method.
  public convenience init(getRequestWithMethod method: String) {
    self.init("GET", method)
  }

  /// A `DELETE` of a method.
  public convenience init(deleteRequestWithMethod method: String) {
    self.init("DELETE", method)
  }

  /// A `POST` to a method, with a body unless it is nil.
  public convenience init(postRequestWithMethod method: String, body: String?) {
    self.init("POST", method, body: body)
  }

  /// A `PUT` to a method, with a body unless it is nil.
  public convenience init(putRequestWithMethod method: String, body: String?) {
    self.init("PUT", method, body: body)
  }

  /// The parameters of the query in the order added, names and values plain.
  public var queryStringParameters: [FormField] {
    state.withLock { $0.parameters }
  }

  /// A content type that the method answers with beside those that are always understood.
  ///
  /// Understood are `application/vnd.stackmob+json` and `application/json` (the callback gets the
  /// value), `text/plain` (text), and `application/octet-stream` (bytes). An answer of another type
  /// fails unless it is named here; its body arrives as bytes.
  public var responseContentType: String? {
    get { state.withLock { $0.responseContentType } }
    set { state.withLock { $0.responseContentType = newValue } }
  }

  /// Appends a parameter to the query; repeated names all stay.
  public func addQueryStringParameterWhere(_ name: String, equals value: String) {
    state.withLock { $0.parameters.append(FormField(name, value)) }
  }
}

/// What may change in a custom code request until it is performed.
struct CustomCodeTerms: Sendable, Hashable {
  var parameters: [FormField] = []
  var responseContentType: String?
}

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

/// What custom code answered: what a success block gets.
public struct SMCustomCodeResponse {
  /// The request as it was sent.
  public var request: URLRequest?
  /// Status and header fields.
  public var response: HTTPURLResponse?
  /// A JSON value, text or bytes, by the content type; `nil` for an empty body of JSON.
  public var body: Any?
}
