import GhostlightCore

/// What a write leaves on a resource: its entity tag and its time.
struct WriteStamp: Sendable, Hashable {
  /// The number of the write in the account.
  let number: UInt64
  /// Seconds since 1970.
  let seconds: Int64

  /// The `_etag`, quotes included.
  var tag: String { EntityTag.text(write: number, seconds: seconds) }
}
