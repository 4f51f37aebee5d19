import Ghostlight
import HTTPTypes

extension Benchmark {
  static let forkWrite = Benchmark(
    name: "fork-write", summary: "fork of a namespace with 100,000 documents, then one POST"
  ) { () throws(BenchmarkError) in
    let app = try SampleApp(documents: 100_000)
    // 1,000 namespaces exist at a time; each round replaces the namespaces of the previous round.
    let names = (0..<1000).map { "fork-\($0)" }
    let requests = names.map { app.post(100_000, namespace: $0) }
    let seconds = try Rounds.seconds(calls: names.count) { call throws(BenchmarkError) in
      do throws(NamespaceError) {
        try app.stage.fork(as: names[call])
      } catch {
        throw BenchmarkError("\(error)")
      }
      try SampleApp.expect(.created, app.send(requests[call]))
    }
    return [
      Measurement(
        title: "fork-write: fork of 100,000 documents, a POST", hold: .atMost(10),
        unit: .microseconds, values: seconds.map { $0 * 1e6 })
    ]
  }
}
