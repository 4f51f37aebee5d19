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
      configuration.allowedOrigins.contains(where: { $0 == "*" || $0.isExactly(origin) }),
      isForApp(request, configuration)
    else { return }
    response.headers[.accessControlAllowOrigin] = origin
    response.headers[.accessControlExposeHeaders] = exposed
    response.headers[.vary] = "Origin"
  }

  /// Whether a preflight names the app's key, or none: a browser shows the names of the fields that
  /// it is going to send, one of which ends with the key.
  private static func isForApp(
    _ request: Request, _ configuration: StackMobConfiguration
  ) -> Bool {
    guard request.method == .options,
      let names = request.headers.value(of: .accessControlRequestHeaders)
    else { return true }
    let prefix = "x-stackmob-api-key-"
    let keys = [configuration.developmentKeys, configuration.productionKeys]
      .map { $0.publicKey.lowercased() }
    for name in names.lowercased().split(separator: ",").map(\.trimmed)
    where name.hasPrefix(prefix) {
      guard keys.contains(String(name.dropFirst(prefix.count))) else { return false }
    }
    return true
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
