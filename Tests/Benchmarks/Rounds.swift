/// Measures the time of a task by repeating it.
enum Rounds {
  /// The number of measured rounds, which follow one round that is not measured.
  static let count = 11

  /// Calls `work` repeatedly in each round; returns the seconds for one call, one value per round.
  static func seconds(
    calls: Int, _ work: (Int) throws(BenchmarkError) -> Void
  ) throws(BenchmarkError) -> [Double] {
    var values: [Double] = []
    for _ in 0...count {
      let start = ContinuousClock.now
      for call in 0..<calls { try work(call) }
      values.append(Self.seconds(since: start) / Double(calls))
    }
    return Array(values.dropFirst())
  }

  static func seconds(since start: ContinuousClock.Instant) -> Double {
    let (seconds, attoseconds) = (ContinuousClock.now - start).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
