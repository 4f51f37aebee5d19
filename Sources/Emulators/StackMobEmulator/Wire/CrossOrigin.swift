import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// CORS (A24).
enum CrossOrigin {
  private static let exposed = "Content-Range, Retry-After, X-StackMob-Time-MS"

  /// Lets the origin of a request read the response, where the app allows it.
  static func permit(
    _ response: inout Response, for request: Request, _ configuration: StackMobConfiguration
  ) {
    guard let origin = request.headers.value(of: .origin),
      configuration.allowedOrigins.contains(where: { $0 == "*" || $0 == origin })
    else { return }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = exposed
    response.headers[.vary] = "Origin"
  }
}

/// The preflight of a browser, on any path.
extension StackMobBackend {
  static func preflight(
    _ call: Call, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Response {
    var response = Response(.ok)
    let wanted = call.request.headers[.accessControlRequestHeaders]
    response.headers[.accessControlAllowMethods] = "GET, POST, PUT, DELETE, HEAD, OPTIONS"
    if let wanted { response.headers[.accessControlAllowHeaders] = wanted }
    response.headers[.accessControlMaxAge] = "86400"
    return response
  }
}
