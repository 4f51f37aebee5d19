import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// A request without the server's URL and the token, which are added when the request is sent.
struct CallDraft: Sendable {
  var method: HTTPRequest.Method
  /// The percent-encoded path, relative to the server's base URL.
  var path: String
  /// The query parameters, in order.
  var query: [FormField] = []
  var body: JSON?

  init(_ method: HTTPRequest.Method, _ segments: String...) {
    self.method = method
    path = segments.map(PercentEncoding.encode).joined(separator: "/")
  }

  /// Returns a copy of the draft with one more query parameter.
  func asking(_ name: String, _ value: String) -> CallDraft {
    var draft = self
    draft.query.append(FormField(name, value))
    return draft
  }

  /// Returns a copy of the draft with a JSON body.
  func sending(_ body: JSONObject) -> CallDraft {
    var draft = self
    draft.body = .object(body)
    return draft
  }

  /// Creates the complete request for a base URL.
  func request(at base: Endpoint, authorization: String?) -> Request {
    var address = base
    address.target += path
    if !query.isEmpty { address.target += "?" + PercentEncoding.query(query) }
    var request = address.request(method, body: body?.bytes ?? [])
    request.headers[.contentType] = "application/json"
    request.headers[.authorization] = authorization
    return request
  }
}

extension EGF2Graph {
  /// Sends a request and returns the JSON of the response, or `null` if the body is empty or not
  /// JSON.
  ///
  /// - Throws: `wrongMethodParameter` if the server's URL is missing or invalid, an error of the
  ///   URL loading system if the network fails, and `serverError` if the status is neither 200 nor
  ///   204.
  nonisolated(nonsending) func send(_ draft: CallDraft) async throws(NSError) -> JSON {
    let (url, token) = state.withLock { ($0.serverURL, $0.account.token) }
    guard let url else { throw EGF2Error.wrongParameter("serverURL is not set") }
    guard let base = Endpoint(url.absoluteString)?.base else {
      throw EGF2Error.wrongParameter(
        "serverURL is \"\(url.absoluteString)\"; write it as http://host/v1/")
    }
    let response = try await deliver(draft.request(at: base, authorization: token))
    return response.json ?? .null
  }

  /// Sends a complete request and returns the response.
  ///
  /// Throws `serverError` if the status is neither 200 nor 204.
  @discardableResult
  nonisolated(nonsending) func deliver(_ request: Request) async throws(NSError) -> Response {
    let response: Response
    do throws(TransportError) {
      response = try await environment.transport.exchange(request)
    } catch {
      throw error.urlLoadingError()
    }
    guard response.status == .ok || response.status == .noContent else {
      throw EGF2Error.refusal(response)
    }
    return response
  }
}

extension Endpoint {
  /// The base URL for request paths: it ends with a slash and has no query.
  var base: Endpoint {
    var base = self
    base.target = path(until: "?#")
    if !base.target.hasSuffix("/") { base.target += "/" }
    return base
  }

  func request(_ method: HTTPRequest.Method, body: [UInt8] = []) -> Request {
    Request(
      method, RequestTarget(path(until: "#")), scheme: scheme, authority: authority, body: body)
  }

  /// Returns the target up to the first character that is in `marks`, with a slash at the
  /// beginning.
  private func path(until marks: String) -> String {
    let path = target.prefix { !marks.contains($0) }
    return path.hasPrefix("/") ? String(path) : "/" + path
  }
}
