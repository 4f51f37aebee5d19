import Ghostlight
import HTTPTypes

extension Benchmark {
  static let forkWrite = Benchmark(
    name: "fork-write", summary: "fork of a namespace with 100,000 documents, then one POST"
  ) { () throws(BenchmarkProblem) in
    let app = try SampleApp(documents: 100_000)
    let requests = (0..<1000).map { app.post(100_000 + $0, namespace: "copy") }
    // Each fork takes the place of the last, whose end counts too.
    let seconds = try Rounds.seconds(calls: 5000) { call throws(BenchmarkProblem) in
      do throws(NamespaceProblem) {
        try app.stage.fork(as: "copy")
      } catch {
        throw BenchmarkProblem("\(error)")
      }
      try SampleApp.expect(.created, app.send(requests[call % 1000]))
    }
    return [
      Measurement(
        title: "fork-write: fork of 100,000 documents and a POST", hold: .atMost(10),
        unit: .microseconds, values: seconds.map { $0 * 1e6 })
    ]
  }
}
