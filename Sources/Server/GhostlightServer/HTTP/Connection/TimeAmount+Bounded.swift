import NIOCore

extension TimeAmount {
  /// Milliseconds from none to a day.
  static func bounded(milliseconds: Int) -> TimeAmount {
    .milliseconds(Int64(min(max(0, milliseconds), 86_400_000)))
  }

  /// Seconds from none to a day.
  static func bounded(seconds: Int) -> TimeAmount {
    .seconds(Int64(min(max(0, seconds), 86_400)))
  }
}
