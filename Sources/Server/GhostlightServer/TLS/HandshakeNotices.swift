import NIOCore
import Synchronization

/// Limits the reports on TLS handshakes at listeners without TLS, because a client may retry often.
final class HandshakeNotices: Sendable {
  /// The time between two reports on a listener.
  static let interval = TimeAmount.minutes(1)

  private let reported = Mutex<[String: NIODeadline]>([:])

  /// Returns the problem and its remedy, for a listener with an authority.
  static func sentence(_ listener: String, _ authority: String) -> String {
    let url = ListenerAddress.reachable("http://\(authority)")
    let problem = "a client began TLS on a port without it: use \(url)"
    // The proxy itself never has TLS, whatever the options are.
    if listener == ProxyGateway.listenerName { return problem + " as the address of the proxy" }
    return problem + ", or start `ghostlight serve` with --tls"
  }

  /// Returns whether a handshake at a listener is to be reported, and if so, starts its interval.
  func isDue(_ listener: String, now: NIODeadline) -> Bool {
    reported.withLock { reported in
      if let last = reported[listener], now < last + Self.interval { return false }
      reported[listener] = now
      return true
    }
  }
}
