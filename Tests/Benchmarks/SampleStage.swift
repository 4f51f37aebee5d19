import Ghostlight
import GhostlightCore
import HTTPTypes

/// One emulator on a stage of its own.
struct SampleStage {
  /// Answers a request at once.
  let send: @Sendable (Request) -> Response
  private let space: Namespace
  private let emulator: String

  init(_ emulator: Emulator) throws(BenchmarkProblem) {
    let stage = Stage(StageConfiguration(emulators: [emulator]))
    guard let send = stage.responder(for: emulator.name)?.respondNow else {
      throw BenchmarkProblem("the stage has no \(emulator.title) that answers at once")
    }
    self.send = send
    self.emulator = emulator.name
    do { space = try stage.namespace() } catch { throw BenchmarkProblem("\(error)") }
  }

  /// Brings about a named precondition.
  func bringAbout(_ state: String, _ parameters: JSONObject) throws(BenchmarkProblem) {
    do { _ = try space.bringAbout(state, in: emulator, parameters: parameters) } catch {
      throw BenchmarkProblem("\(error)")
    }
  }

  /// Seconds for each answer to requests that are sent in turn, over rounds.
  func seconds(calls: Int, _ requests: [Request]) throws(BenchmarkProblem) -> [Double] {
    try Rounds.seconds(calls: calls) { call throws(BenchmarkProblem) in
      try SampleApp.expect(.ok, send(requests[call % requests.count]))
    }
  }
}
