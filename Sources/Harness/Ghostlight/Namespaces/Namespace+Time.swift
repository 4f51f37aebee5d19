import Synchronization

/// The clock of a namespace.
extension Namespace {
  /// What the clock shows.
  public var clock: ClockReading {
    let system = SystemTime.milliseconds()
    return state.withLock { $0.reading(system: system) }
  }

  /// Moves, sets, stops or starts the clock, and answers what it shows then.
  ///
  /// - Throws: ``ChangeLogError`` where the stage keeps changes and could not.
  @discardableResult
  public func changeClock(_ changes: ClockChange...) throws(ChangeLogError) -> ClockReading {
    try changeClock(changes)
  }

  /// Applies several changes as one.
  ///
  /// - Throws: ``ChangeLogError`` where the stage keeps changes and could not.
  @discardableResult
  public func changeClock(_ changes: [ClockChange]) throws(ChangeLogError) -> ClockReading {
    let system = SystemTime.milliseconds()
    let done = state.withLock { state in
      Result { () throws(ChangeLogError) in
        try state.admitChange()
        for change in changes { state.clock.apply(change, system: system) }
        let reading = state.reading(system: system)
        return (
          reading,
          state.write(
            .clock(state.clock), settings, moment: state.moments, milliseconds: reading.milliseconds
          )
        )
      }
    }
    let (reading, change) = try done.get()
    settings.watch.publish(.change(.clock, emulator: nil), of: name)
    try waitUntilDurable(change)
    return reading
  }
}

extension Namespace {
  /// Lets `body` set the clock, which stands still meanwhile, to times in milliseconds since 1970,
  /// and puts it back behind it.
  ///
  /// Where the stage keeps changes and cannot, the clock stays as it is.
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

/// What a namespace's clock shows.
public struct ClockReading: Sendable, Hashable {
  /// Milliseconds since 1970.
  public let milliseconds: Int64
  /// Whether it stands still.
  public let isFrozen: Bool
}

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
