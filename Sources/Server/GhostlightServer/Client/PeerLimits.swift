/// How long to wait for a peer, and how much to take.
struct PeerLimits: Sendable, Hashable {
  /// Seconds until a connection is there.
  var connectSeconds = 5
  /// Seconds without a byte; `nil` waits for as long as it takes.
  var silentSeconds: Int?
  /// Bytes of a response's body.
  var bodyBytes = Int.max
}
