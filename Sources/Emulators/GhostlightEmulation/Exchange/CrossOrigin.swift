package import GhostlightCore
import HTTPTypes

/// A vendor's CORS policy: the web pages that may read a backend's responses, and the responses to
/// preflight requests.
///
/// A server rejects requests of pages that ``Backend/allowedOrigins`` does not allow before they
/// reach the backend.
package struct CrossOrigin: Sendable, Hashable {
  /// The allowed origins, such as `http://localhost:3000`; `*` allows every page, and an empty list
  /// allows none.
  ///
  /// `nil` selects the vendor's own behaviour, which allows every page to read responses.
  package var allowedOrigins: [String]?
  /// The names of the response header fields that pages may read in addition to the standard ones.
  private let exposedFields: String
  private let methods: String

  package init(allowing origins: [String]? = nil, methods: String, exposing fields: String) {
    allowedOrigins = origins
    self.methods = methods
    exposedFields = fields
  }

  /// Whether no page may read responses; a preflight request is then processed like any other
  /// request.
  package var isOff: Bool { allowedOrigins?.isEmpty ?? false }

  /// Adds the CORS header fields to a response if the policy allows the origin of `request`.
  package func permit(_ response: inout Response, for request: Request) {
    guard let origin = request.value(of: .origin),
      allowedOrigins?.contains(where: { $0 == "*" || $0.isExactly(origin) }) ?? true
    else { return }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = exposedFields
    response.headers[.vary] = "Origin"
  }

  /// Returns the response to a browser's preflight request.
  ///
  /// The response allows all header fields that the request asks for.
  package func preflight(_ request: Request) -> Response {
    var response = Response(.ok)
    response.headers[.accessControlAllowMethods] = methods
    if let wanted = request.headers[.accessControlRequestHeaders] {
      response.headers[.accessControlAllowHeaders] = wanted
    }
    response.headers[.accessControlMaxAge] = "86400"
    return response
  }

  /// Returns the answer to a preflight request for any path, or `nil` if the request is not a
  /// preflight or no page is allowed.
  package func answer(to request: Request) -> Answer? {
    guard request.method == .options, !isOff else { return nil }
    var response = preflight(request)
    permit(&response, for: request)
    return Answer(response, effect: .read)
  }

  /// Reads the list of allowed origins from a configuration.
  package static func origins(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> [String] {
    var origins: [String] = []
    for origin in try reader.elements() { origins.append(try origin.string()) }
    return origins
  }
}
