public import GhostlightCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The clock of a namespace: the system time plus an offset, or a fixed time.
///
/// Set it in ``StageConfiguration/clock`` before you create a stage. Later, change it with
/// `Namespace.changeClock(_:)`. Tokens, sessions and time stamps of the emulators use this clock,
/// so a test can make them expire without waiting.
///
/// A virtual clock never waits and starts no timers. It is a value; a copy does not change with the
/// original. Times outside the years 0 to 9999 are clamped to that range.
///
/// ```swift
/// import Ghostlight
///
/// var configuration = StageConfiguration()
/// configuration.clock = .frozen(at: 1_371_040_000_000)
/// let namespace = try Stage(configuration).namespace()
/// try namespace.changeClock(.advance(milliseconds: 7_200_000), .run)
/// ```
public struct VirtualClock: Sendable, Hashable {
  private enum Mode: Sendable, Hashable {
    /// The system time plus an offset in milliseconds.
    case running(offset: Int64)
    /// A fixed time in milliseconds since 1970.
    case frozen(at: Int64)
  }

  private var mode: Mode

  /// A clock that shows the system time.
  public static let system = VirtualClock(mode: .running(offset: 0))

  /// Creates a clock that is frozen at a time in milliseconds since 1970.
  public static func frozen(at milliseconds: Int64) -> VirtualClock {
    VirtualClock(mode: .frozen(at: clamp(milliseconds)))
  }

  private init(mode: Mode) { self.mode = mode }

  /// Whether the clock shows a fixed time.
  public var isFrozen: Bool {
    if case .frozen = mode { true } else { false }
  }

  /// Returns the clock's time in milliseconds since 1970 for a system time in the same unit.
  func now(system: Int64) -> Int64 {
    switch mode {
    case .running(let offset): Self.clamp(system &+ offset)
    case .frozen(let time): time
    }
  }

  mutating func apply(_ change: ClockChange, system: Int64) {
    let time = now(system: system)
    switch change {
    case .advance(let step):
      let (sum, overflows) = time.addingReportingOverflow(step)
      move(to: overflows ? (step < 0 ? .min : .max) : sum, system: system)
    case .set(let time): move(to: time, system: system)
    case .freeze: mode = .frozen(at: time)
    case .run: mode = .running(offset: time - system)
    }
  }

  private mutating func move(to time: Int64, system: Int64) {
    let time = Self.clamp(time)
    mode = isFrozen ? .frozen(at: time) : .running(offset: time - system)
  }

  /// Clamps a time to the years 0 to 9999, which all date formats can express.
  private static func clamp(_ time: Int64) -> Int64 {
    min(max(time, -62_167_219_200_000), 253_402_300_799_999)
  }
}

extension VirtualClock {
  /// The clock as `{"frozen": milliseconds}` or `{"offset": milliseconds}`.
  public var json: JSON {
    switch mode {
    case .running(let offset): ["offset": .integer(offset)]
    case .frozen(let time): ["frozen": .integer(time)]
    }
  }

  /// Creates a clock from the JSON of ``json``, or returns `nil` for any other JSON.
  public init?(json: JSON) {
    if let offset = json["offset"]?.integer {
      mode = .running(offset: offset)
    } else if let time = json["frozen"]?.integer {
      mode = .frozen(at: Self.clamp(time))
    } else {
      return nil
    }
  }
}

/// The system clock.
///
/// No other code reads the system clock.
package enum SystemTime {
  /// Returns the milliseconds since 1970.
  package static func milliseconds() -> Int64 { nanoseconds() / 1_000_000 }

  /// Returns the nanoseconds since 1970.
  static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Returns the nanoseconds since an earlier time, or 0 if the system clock was set back.
  static func passed(since began: Int64) -> Int64 { max(0, nanoseconds() - began) }
}

extension Duration {
  /// Parses a duration such as `1h30m`, `90s`, `250ms`, `2d` or `-5m`: numbers with units, in any
  /// order.
  ///
  /// - Returns: The number of milliseconds, or `nil` if the string is not a duration or exceeds a
  ///   thousand years.
  public static func milliseconds(parsing text: String) -> Int64? {
    var bytes = Array(text.utf8)[...]
    let isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { bytes = bytes.dropFirst() }
    guard !bytes.isEmpty else { return nil }
    var total: Int64 = 0
    while !bytes.isEmpty {
      let digits = bytes.prefix { (48...57).contains($0) }
      let unit = bytes.dropFirst(digits.count).prefix { (97...122).contains($0) }
      bytes = bytes.dropFirst(digits.count + unit.count)
      guard let number = Int64(String(decoding: digits, as: UTF8.self)),
        let factor = factor(String(decoding: unit, as: UTF8.self)), number <= limit / factor
      else { return nil }
      total += number * factor
      guard total <= limit else { return nil }
    }
    return isNegative ? -total : total
  }

  private static let limit: Int64 = 1000 * 366 * 86_400_000

  private static func factor(_ unit: String) -> Int64? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "m": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    default: nil
    }
  }
}
