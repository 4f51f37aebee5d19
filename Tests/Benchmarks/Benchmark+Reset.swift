import Ghostlight
import HTTPTypes

extension Benchmark {
  static let reset = Benchmark(
    name: "reset", summary: "reset of 100,000 diverged documents"
  ) { () throws(BenchmarkProblem) in
    let app = try SampleApp(documents: 0)
    let space: Namespace
    do throws(NamespaceProblem) {
      space = try app.stage.namespace()
    } catch {
      throw BenchmarkProblem("\(error)")
    }
    var values: [Double] = []
    for _ in 0...Rounds.count {
      try app.fill(100_000)
      let start = ContinuousClock.now
      space.reset()
      values.append(Rounds.seconds(since: start) * 1e3)
      try SampleApp.expect(.notFound, app.send(app.get(0)))
    }
    return [
      Measurement(
        title: "reset: of 100,000 diverged documents", hold: .atMost(1), unit: .milliseconds,
        values: Array(values.dropFirst()))
    ]
  }
}
