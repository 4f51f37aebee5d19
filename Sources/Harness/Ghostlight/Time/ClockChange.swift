/// A change of a namespace's clock.
public enum ClockChange: Sendable, Hashable {
  /// Moves it by so many milliseconds, also back.
  case advance(milliseconds: Int64)
  /// Sets it to a time, in milliseconds since 1970; it goes on or stands still as before.
  case set(milliseconds: Int64)
  /// Lets it stand still.
  case freeze
  /// Lets it go on from where it is.
  case run
}
