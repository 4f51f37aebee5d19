import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request before it is known where it goes and who signs it.
struct RequestDraft: Sendable {
  var method: HTTPRequest.Method
  /// Path and query, escaped.
  var target: String
  /// The fields beside those that every request has.
  var headers: HTTPFields = [:]
  var body: [UInt8] = []
  /// Whether it must go over https; `nil` where the options decide.
  var isSecure: Bool?

  init(_ method: HTTPRequest.Method, _ target: String, isSecure: Bool? = nil) {
    self.method = method
    self.target = target
    self.isSecure = isSecure
  }

  /// A request with a JSON body.
  static func json(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON, isSecure: Bool? = nil
  ) -> RequestDraft {
    var draft = RequestDraft(method, target, isSecure: isSecure)
    draft.headers[.contentType] = "application/json"
    draft.body = body.bytes
    return draft
  }

  /// A request that was sent before, to be signed anew; `nil` for one without a URL.
  init?(_ request: URLRequest) {
    guard let url = request.url, let name = request.httpMethod,
      let method = HTTPRequest.Method(name),
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
    self.init(method, path + query, isSecure: parts.scheme == "https")
    for (name, value) in request.allHTTPHeaderFields ?? [:] {
      guard let name = HTTPField.Name(name), name != .authorization else { continue }
      headers[name] = value
    }
    body = Array(request.httpBody ?? Data())
  }

  /// Adds the fields of a request's options.
  ///
  /// - Throws: ``SMException`` for an expansion of what a create or update answers; -100 for a
  ///   field that HTTP does not allow.
  mutating func add(_ fields: [String: String]) throws {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let field = HTTPField.Name(name), HTTPField.isValidValue(value) else {
        throw SMFailure.invalidArguments(
          "The header field \(HeaderText.print(name)): \(HeaderText.print(value)) is malformed.")
      }
      if field == .stackMobExpand, method == .post || method == .put {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "Expand depth is not supported for creates or updates.  "
            + "Please check your requests and edit accordingly.")
      }
      headers[field] = value
    }
  }
}
