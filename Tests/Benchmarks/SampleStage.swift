import Ghostlight
import GhostlightCore
import HTTPTypes

/// A stage with one emulator.
struct SampleStage {
  /// Returns the response to a request at once.
  let send: @Sendable (Request) -> Response
  /// The configuration of the stage.
  let configuration: StageConfiguration
  private let space: Namespace
  private let emulator: String

  init(_ emulator: Emulator) throws(BenchmarkError) {
    configuration = StageConfiguration(emulators: [emulator])
    let stage = Stage(configuration)
    guard let send = stage.responder(for: emulator.name)?.respondNow else {
      throw BenchmarkError("the stage has no \(emulator.title) that answers at once")
    }
    self.send = send
    self.emulator = emulator.name
    do { space = try stage.namespace() } catch { throw BenchmarkError("\(error)") }
  }

  /// Sets up a provider state.
  func setUp(_ state: String, _ parameters: JSONObject) throws(BenchmarkError) {
    do { _ = try space.setUp(state, in: emulator, parameters: parameters) } catch {
      throw BenchmarkError("\(error)")
    }
  }

  /// Returns a snapshot of the complete state.
  func snapshot() -> Snapshot { space.snapshot() }

  /// Returns the seconds for a response in each round; the requests are sent in turn.
  func seconds(calls: Int, _ requests: [Request]) throws(BenchmarkError) -> [Double] {
    try Rounds.seconds(calls: calls) { call throws(BenchmarkError) in
      try SampleApp.expect(.ok, send(requests[call % requests.count]))
    }
  }
}
