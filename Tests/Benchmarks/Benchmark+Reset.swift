import Ghostlight
import HTTPTypes

extension Benchmark {
  static let reset = Benchmark(
    name: "reset", summary: "reset of 100,000 diverged documents"
  ) { () throws(BenchmarkError) in
    let app = try SampleApp(documents: 0)
    var values: [Double] = []
    for _ in 0...Rounds.count {
      try app.fill(100_000)
      values.append(try milliseconds { try app.stage.namespace().reset() })
      try SampleApp.expect(.notFound, app.send(app.get(0)))
    }
    return [
      Measurement(
        title: "reset: of 100,000 diverged documents", hold: .atMost(1), unit: .milliseconds,
        values: Array(values.dropFirst()))
    ]
  }

  private static func milliseconds(
    _ work: () throws -> Void
  ) throws(BenchmarkError) -> Double {
    let start = ContinuousClock.now
    do { try work() } catch { throw BenchmarkError("\(error)") }
    return Rounds.seconds(since: start) * 1e3
  }
}
