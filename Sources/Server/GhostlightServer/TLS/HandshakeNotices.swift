import Ghostlight
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
    return problem + ", or start the server with --tls"
  }

  /// Returns whether to report a handshake at a listener, and if so, starts the listener's interval.
  func isDue(_ listener: String, now: NIODeadline) -> Bool {
    reported.withLock { reported in
      if let last = reported[listener], now < last + Self.interval { return false }
      reported[listener] = now
      return true
    }
  }
}

extension Listener {
  /// Returns a copy of the listener that adds the TLS handshakes that it refuses to the journal of
  /// the stage's default namespace, and reports them.
  func watchingHandshakes(
    of stage: @escaping @Sendable () -> Stage, _ notices: HandshakeNotices,
    _ report: (@Sendable (String) -> Void)?
  ) -> Listener {
    var listener = self
    listener.onHandshake = { [name] authority in
      let sentence = HandshakeNotices.sentence(name, authority)
      stage().recordHandshake(with: name, at: authority, reason: sentence)
      if notices.isDue(name, now: .now()) { report?("\(name): \(sentence)") }
    }
    return listener
  }
}
