/// Repeats work and times it.
enum Rounds {
  /// How often a figure is measured, after one round that does not count.
  static let count = 11

  /// Runs `work` in rounds and answers how long each call took, in seconds.
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
