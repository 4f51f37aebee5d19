public import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A call of the app's own server-side code, which the vendor calls custom code.
///
/// Create a request with an initializer for its HTTP method, add parameters, and pass it to
/// `SMDataStore.perform`. It can be changed until then, from any thread, and it can be performed
/// more than once.
///
/// ```swift
/// import StackMob
///
/// func highScores(in store: SMDataStore) async throws -> Any? {
///   let request = SMCustomCodeRequest(getRequestWithMethod: "high_scores")
///   request.addQueryStringParameterWhere("limit", equals: "10")
///   return try await store.perform(request).body
/// }
/// ```
///
/// - Source: protocol reference B10.
public final class SMCustomCodeRequest: Sendable {
  /// The name of the custom code method, which is the URL's path.
  public let method: String
  /// The HTTP method: `GET`, `POST`, `PUT` or `DELETE`.
  public let httpVerb: String
  /// The body, which is sent unchanged; `nil` for no body.
  public let requestBody: String?

  private let state = Mutex(CustomCodeTerms())

  private init(_ httpVerb: String, _ method: String, body: String? = nil) {
    self.httpVerb = httpVerb
    self.method = method
    requestBody = body
  }

  /// Creates a `GET` request for a custom code method.
  public convenience init(getRequestWithMethod method: String) {
    self.init("GET", method)
  }

  /// Creates a `DELETE` request for a custom code method.
  public convenience init(deleteRequestWithMethod method: String) {
    self.init("DELETE", method)
  }

  /// Creates a `POST` request for a custom code method, with an optional body.
  public convenience init(postRequestWithMethod method: String, body: String?) {
    self.init("POST", method, body: body)
  }

  /// Creates a `PUT` request for a custom code method, with an optional body.
  public convenience init(putRequestWithMethod method: String, body: String?) {
    self.init("PUT", method, body: body)
  }

  /// The query parameters in the order in which they were added, not percent-encoded.
  public var queryStringParameters: [FormField] {
    state.withLock { $0.parameters }
  }

  /// A content type to accept in addition to those that are always accepted; `nil` for none.
  ///
  /// Always accepted are `application/vnd.stackmob+json` and `application/json`, whose body is
  /// passed as a JSON value, `text/plain`, passed as a string, and `application/octet-stream`,
  /// passed as bytes. A response of any other type fails unless its type is set here; its body is
  /// then passed as bytes.
  public var responseContentType: String? {
    get { state.withLock { $0.responseContentType } }
    set { state.withLock { $0.responseContentType = newValue } }
  }

  /// Appends a parameter to the query.
  ///
  /// If several parameters have the same name, all of them are sent.
  public func addQueryStringParameterWhere(_ name: String, equals value: String) {
    state.withLock { $0.parameters.append(FormField(name, value)) }
  }
}

/// The mutable parts of a custom code request.
struct CustomCodeTerms: Sendable, Hashable {
  var parameters: [FormField] = []
  var responseContentType: String?
}

extension SMCustomCodeRequest {
  /// Returns the HTTP request for the custom code, without a content type.
  ///
  /// - Throws: `SMError` -100 if the method's name is empty.
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

  /// The content types with which a response is accepted.
  var acceptedTypes: Set<String> {
    guard let type = responseContentType else { return CustomCodeBody.understood }
    return CustomCodeBody.understood.union([CustomCodeBody.mediaType(type)])
  }
}

/// The response of custom code, as the `async` form of `perform` returns it.
///
/// It contains the same values that a success block gets.
public struct SMCustomCodeResponse {
  /// The request as it was sent.
  public var request: URLRequest?
  /// The response's status and header fields.
  public var response: HTTPURLResponse?
  /// The response's body: a JSON value, a `String` or `Data`, depending on the content type; `nil`
  /// for an empty JSON body.
  public var body: Any?
}
