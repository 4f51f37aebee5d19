import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes

extension Benchmark {
  static let transportGet = Benchmark(
    name: "transport-get", summary: "in process, signed GET by id through a transport, one core"
  ) { () throws(BenchmarkError) in
    let app = try SampleApp(documents: 1000)
    let credentials = try app.logIn()
    let requests = (0..<1000).map { app.get($0) }
    guard let send = Transport.inProcess(app.responder).attempt else {
      throw BenchmarkError("the transport does not answer at once")
    }
    // The time includes the client's signing. Each request has its own nonce.
    let seconds = try Rounds.seconds(calls: 20_000) { call throws(BenchmarkError) in
      let request = requests[call % 1000].signed(
        with: credentials, timestamp: 1_371_040_000, nonce: "n\(call % 10_000)")
      do throws(TransportError) {
        guard case .answered(let response) = try send(request) else {
          throw TransportError.timedOut
        }
        guard response.status == .ok else {
          throw TransportError.other("\(response.status): \(response.text)")
        }
      } catch {
        throw BenchmarkError("\(error)")
      }
    }
    return [
      Measurement(
        title: "transport-get: signed GET through a transport", hold: .atLeast(150_000),
        unit: .perSecond, values: seconds.map { 1 / $0 })
    ]
  }
}
