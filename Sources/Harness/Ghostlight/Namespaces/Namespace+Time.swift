import Synchronization

/// The clock of a namespace.
extension Namespace {
  /// The current time of the namespace's clock, and whether the clock is frozen.
  public var clock: ClockReading {
    let system = SystemTime.milliseconds()
    return state.withLock { $0.reading(system: system) }
  }

  /// Changes the clock and returns its new reading.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written to the log.
  @discardableResult
  public func changeClock(_ changes: ClockChange...) throws(ChangeLogError) -> ClockReading {
    try changeClock(changes)
  }

  /// Applies several changes to the clock in order and logs them as one change.
  ///
  /// - Returns: The new reading of the clock.
  ///
  /// - Throws: ``ChangeLogError`` if the change could not be written to the log.
  @discardableResult
  public func changeClock(_ changes: [ClockChange]) throws(ChangeLogError) -> ClockReading {
    try settings.checkLog()
    let system = SystemTime.milliseconds()
    let (reading, change) = state.withLock { state in
      for change in changes { state.clock.apply(change, system: system) }
      let reading = state.reading(system: system)
      let change = state.write(
        .clock(state.clock), settings, moment: state.moments, milliseconds: reading.milliseconds)
      return (reading, change)
    }
    settings.watch.publish(.change(.clock, emulator: nil), of: name)
    try waitUntilDurable(change)
    return reading
  }
}

extension Namespace {
  /// Runs `body`, which can set the clock to any time, then restores the clock.
  ///
  /// `body` gets a function that freezes the clock at a time in milliseconds since 1970. Afterwards
  /// the clock shows its earlier time plus the real time that `body` took; a clock that was frozen
  /// before shows its earlier time. If a change cannot be written to the log, the clock is left
  /// unchanged.
  public func settingClock<Result: Sendable>(
    isolation: isolated (any Actor)? = #isolation,
    _ body: (_ set: @escaping @Sendable (Int64) -> Void) async -> Result
  ) async -> Result {
    let system = SystemTime.milliseconds()
    let before = clock
    let result = await body { [self] milliseconds in
      _ = try? changeClock(.freeze, .set(milliseconds: milliseconds))
    }
    let passed = before.isFrozen ? 0 : SystemTime.milliseconds() - system
    let set = ClockChange.set(milliseconds: before.milliseconds + passed)
    _ = try? changeClock(before.isFrozen ? [.freeze, set] : [set, .run])
    return result
  }
}

extension NamespaceState {
  fileprivate func reading(system: Int64) -> ClockReading {
    ClockReading(milliseconds: clock.now(system: system), isFrozen: clock.isFrozen)
  }
}

/// A reading of a namespace's clock.
///
/// ``Namespace/clock`` and `Namespace.changeClock(_:)` return it. It is a value and does not
/// advance with the clock.
public struct ClockReading: Sendable, Hashable {
  /// The time in milliseconds since 1970.
  public let milliseconds: Int64
  /// Whether the clock was frozen at this time.
  public let isFrozen: Bool
}

/// A change to the clock of a namespace.
///
/// Several changes passed to `Namespace.changeClock(_:)` are applied as one, in order.
///
/// ```swift
/// import Ghostlight
///
/// let namespace = try Stage().namespace()
/// try namespace.changeClock(.set(milliseconds: 1_371_040_000_000), .freeze)
/// ```
public enum ClockChange: Sendable, Hashable {
  /// Moves the clock by this many milliseconds; a negative number moves it back.
  case advance(milliseconds: Int64)
  /// Sets the clock to a time in milliseconds since 1970.
  ///
  /// A frozen clock stays frozen.
  case set(milliseconds: Int64)
  /// Stops the clock at its current time.
  case freeze
  /// Resumes a frozen clock at its current time.
  case run
}
