import GhostlightClient
import GhostlightCore
import HTTPTypes

extension WebAddress {
  /// The base of paths: with a slash at the end, without a query.
  var base: WebAddress {
    var base = self
    base.target = path(until: "?#")
    if !base.target.hasSuffix("/") { base.target += "/" }
    return base
  }

  /// A request to this place.
  func request(_ method: HTTPRequest.Method, body: [UInt8] = []) -> Request {
    Request(
      method, RequestTarget(path(until: "#")), scheme: scheme, authority: authority, body: body)
  }

  /// The target, which begins with a slash, without what follows any of some marks.
  private func path(until marks: String) -> String {
    let path = target.prefix { !marks.contains($0) }
    return path.hasPrefix("/") ? String(path) : "/" + path
  }
}
