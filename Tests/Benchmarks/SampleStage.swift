import Ghostlight
import GhostlightCore
import HTTPTypes

/// One emulator on a stage of its own.
struct SampleStage {
  /// Answers a request at once.
  let send: @Sendable (Request) -> Response
  /// What the stage was made of.
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

  /// Sets up a named precondition.
  func setUp(_ state: String, _ parameters: JSONObject) throws(BenchmarkError) {
    do { _ = try space.setUp(state, in: emulator, parameters: parameters) } catch {
      throw BenchmarkError("\(error)")
    }
  }

  /// The whole state.
  func snapshot() -> Snapshot { space.snapshot() }

  /// Seconds for each answer to requests that are sent in turn, over rounds.
  func seconds(calls: Int, _ requests: [Request]) throws(BenchmarkError) -> [Double] {
    try Rounds.seconds(calls: calls) { call throws(BenchmarkError) in
      try SampleApp.expect(.ok, send(requests[call % requests.count]))
    }
  }
}
