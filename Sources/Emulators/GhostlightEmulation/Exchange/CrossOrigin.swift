package import GhostlightCore
import HTTPTypes

/// The web pages that may read a backend's responses, and the responses to their preflights (CORS).
///
/// A server refuses requests of pages that ``Backend/allowedOrigins`` does not name before they
/// reach the backend.
package struct CrossOrigin: Sendable, Hashable {
  /// The allowed origins, such as `http://localhost:3000`; `*` allows every page, and an empty list
  /// none.
  ///
  /// `nil` is the vendor's own behaviour, which allows every page to read.
  package var allowedOrigins: [String]?
  /// The response fields that pages may read in addition to the standard ones.
  private let exposedFields: String
  private let methods: String

  package init(allowing origins: [String]? = nil, methods: String, exposing fields: String) {
    allowedOrigins = origins
    self.methods = methods
    exposedFields = fields
  }

  /// Whether no page may read responses; preflights then get the vendor's ordinary response.
  package var isOff: Bool { allowedOrigins?.isEmpty ?? false }

  /// Adds the fields that allow the request's origin to read the response, if the origin is
  /// allowed.
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
  /// It allows all requested fields.
  package func preflight(_ request: Request) -> Response {
    var response = Response(.ok)
    response.headers[.accessControlAllowMethods] = methods
    if let wanted = request.headers[.accessControlRequestHeaders] {
      response.headers[.accessControlAllowHeaders] = wanted
    }
    response.headers[.accessControlMaxAge] = "86400"
    return response
  }

  /// Returns the answer to a preflight of any path, or `nil` for other requests and if no page is
  /// allowed.
  package func answer(to request: Request) -> Answer? {
    guard request.method == .options, !isOff else { return nil }
    var response = preflight(request)
    permit(&response, for: request)
    return Answer(response, effect: .read)
  }

  /// Reads the origins from a configuration.
  package static func origins(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> [String] {
    var origins: [String] = []
    for origin in try reader.elements() { origins.append(try origin.string()) }
    return origins
  }
}
