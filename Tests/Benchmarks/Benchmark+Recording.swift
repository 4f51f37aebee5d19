import GhostlightCore
import GhostlightRecording
import HTTPTypes

extension Benchmark {
  static let recording = Benchmark(
    name: "recording", summary: "what recording adds to an exchange, one core"
  ) { () throws(BenchmarkError) in
    let app = try SampleApp(documents: 1000)
    let requests = (0..<1000).map { app.get($0) }
    let recorder = Recorder { 0 }
    let recorded = app.responder.recorded(into: recorder)
    let plain = try Rounds.seconds(calls: 20_000) { call throws(BenchmarkError) in
      try SampleApp.expect(.ok, app.send(requests[call % 1000]))
    }
    let kept = try Rounds.seconds(calls: 20_000) { call throws(BenchmarkError) in
      if call == 0 { recorder.removeAll() }
      try SampleApp.expect(.ok, recorded.respondNow(requests[call % 1000]))
    }
    return [
      Measurement(
        title: "recording: added to an exchange", hold: .atMost(2), unit: .microseconds,
        values: zip(kept, plain).map { max(0, $0 - $1) * 1e6 })
    ]
  }
}
