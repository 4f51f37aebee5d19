import GhostlightCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The value of the `Date` field, printed once a second.
struct DateField {
  private let now: @Sendable () -> Int
  private var second = Int.min
  private var text = ""

  /// Reads the time from `now`, in seconds since 1970.
  init(now: @escaping @Sendable () -> Int = { time(nil) }) {
    self.now = now
  }

  /// The current date.
  mutating func value() -> String {
    let second = now()
    if second != self.second {
      self.second = second
      text = HTTPDate.format(milliseconds: Int64(second) * 1000)
    }
    return text
  }
}
