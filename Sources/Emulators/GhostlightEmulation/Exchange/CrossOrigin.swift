package import GhostlightCore
import HTTPTypes

/// The web pages that may read a backend's responses, and the answers to their preflights (CORS).
///
/// A server refuses requests of other pages than those that ``Backend/allowedOrigins`` names, before
/// they come this far.
package struct CrossOrigin: Sendable, Hashable {
  /// Origins such as `http://localhost:3000`; `*` stands for every one, and an empty list for none.
  ///
  /// `nil` is the vendor's own behaviour, which lets every page read.
  package var allowedOrigins: [String]?
  /// The fields of responses that pages may read beside those that every page may.
  private let exposedFields: String
  /// The methods that pages may use.
  private let methods: String

  package init(allowing origins: [String]? = nil, methods: String, exposing fields: String) {
    allowedOrigins = origins
    self.methods = methods
    exposedFields = fields
  }

  /// Whether no page may read responses, so that preflights are not answered.
  package var isOff: Bool { allowedOrigins?.isEmpty ?? false }

  /// Lets the origin of a request read the response, where it is allowed.
  package func permit(_ response: inout Response, for request: Request) {
    guard let origin = request.value(of: .origin),
      allowedOrigins?.contains(where: { $0 == "*" || $0.isExactly(origin) }) ?? true
    else { return }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = exposedFields
    response.headers[.vary] = "Origin"
  }

  /// The answer to a browser's preflight: the fields that it asks for are allowed.
  package func preflight(_ request: Request) -> Response {
    var response = Response(.ok)
    response.headers[.accessControlAllowMethods] = methods
    if let wanted = request.headers[.accessControlRequestHeaders] {
      response.headers[.accessControlAllowHeaders] = wanted
    }
    response.headers[.accessControlMaxAge] = "86400"
    return response
  }

  /// The answer to a preflight of any path; `nil` for another request, or where no page is allowed.
  package func answer(to request: Request) -> Answer? {
    guard request.method == .options, !isOff else { return nil }
    var response = preflight(request)
    permit(&response, for: request)
    return Answer(response, effect: .read)
  }

  /// Reads origins as a configuration lists them.
  package static func origins(
    _ reader: ConfigurationReader
  ) throws(ConfigurationError) -> [String] {
    var origins: [String] = []
    for origin in try reader.elements() { origins.append(try origin.string()) }
    return origins
  }
}
