import GhostlightCore
import HTTPTypes

extension Benchmark {
  static let stageGet = Benchmark(
    name: "stage-get", summary: "in process, GET by id, stage alone, one core"
  ) { () throws(BenchmarkError) in
    let app = try SampleApp(documents: 1000)
    let requests = (0..<1000).map { app.get($0) }
    let send = app.send
    let seconds = try Rounds.seconds(calls: 100_000) { call throws(BenchmarkError) in
      try SampleApp.expect(.ok, send(requests[call % 1000]))
    }
    return [
      Measurement(
        title: "stage-get: GET by id, stage alone", hold: .atLeast(500_000), unit: .perSecond,
        values: seconds.map { 1 / $0 })
    ]
  }

  /// Sends the same requests as `stage-get` for ten seconds, long enough for a profiler.
  static let profile = Benchmark(
    name: "profile", summary: "stage-get for ten seconds, for a profiler"
  ) { () throws(BenchmarkError) in
    let app = try SampleApp(documents: 1000)
    let requests = (0..<1000).map { app.get($0) }
    let start = ContinuousClock.now
    while Rounds.seconds(since: start) < 10 {
      for request in requests { try SampleApp.expect(.ok, app.send(request)) }
    }
    return []
  }
}
