import GhostlightCore
import HTTPTypes

/// `X-HTTP-Method-Override` (A24): GET becomes DELETE or HEAD, POST becomes PUT.
enum MethodOverride {
  /// The method to route by; signatures cover the one that was sent.
  static func method(of request: Request) -> String {
    let sent = request.method
    guard sent == .get || sent == .post, let wanted = request.headers.value(of: .methodOverride)
    else {
      return sent.rawValue
    }
    switch (sent, wanted.uppercased()) {
    case (.get, "DELETE"): return "DELETE"
    case (.get, "HEAD"): return "HEAD"
    case (.post, "PUT"): return "PUT"
    default: return sent.rawValue
    }
  }
}
