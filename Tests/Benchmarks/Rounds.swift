/// Repeats a task and measures its time.
enum Rounds {
  /// The number of measured rounds; one round before them is not measured.
  static let count = 11

  /// Runs `work` in rounds and returns the seconds of one call for each round.
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
