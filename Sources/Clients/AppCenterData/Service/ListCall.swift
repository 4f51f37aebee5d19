/// One call for a page of a list.
struct ListCall: Sendable {
  /// The partition's short name.
  var partition: String
  /// Seconds; 0 and -1 as in ``MSBaseOptions``.
  var timeToLive: Int
  /// Where the page begins; `nil` for the first one.
  var continuation: String?
}
