import Ghostlight
import GhostlightCore
import HTTPTypes

/// A stage that has one emulator.
struct SampleStage {
  /// Returns the emulator's response to a request, computed on the calling thread.
  let send: @Sendable (Request) -> Response
  private let space: Namespace
  private let emulator: String

  init(_ emulator: Service) throws(BenchmarkError) {
    let stage = Stage(StageConfiguration(services: [emulator]))
    send = try stage.sender(to: emulator.name)
    self.emulator = emulator.name
    do { space = try stage.namespace() } catch { throw BenchmarkError("\(error)") }
  }

  /// Sets up a provider state of the emulator.
  func setUp(_ state: String, _ parameters: JSONObject) throws(BenchmarkError) {
    do { _ = try space.setUp(state, in: emulator, parameters: parameters) } catch {
      throw BenchmarkError("\(error)")
    }
  }

  /// Returns the seconds for one response, for each round; the requests are sent in turn.
  func seconds(calls: Int, _ requests: [Request]) throws(BenchmarkError) -> [Double] {
    try Rounds.seconds(calls: calls) { call throws(BenchmarkError) in
      try SampleApp.expect(.ok, send(requests[call % requests.count]))
    }
  }
}

extension Stage {
  /// Returns a function that responds as a server does, except that long work runs on the calling
  /// thread.
  func sender(to emulator: String) throws(BenchmarkError) -> @Sendable (Request) -> Response {
    guard let responder = responder(for: emulator) else {
      throw BenchmarkError("the stage has no \(emulator)")
    }
    return { [self] request in
      switch responder.ask(request, nil) {
      case .answered(let response):
        return response.stream == nil ? response : response.collected()
      case .deferred(let rest):
        rest.cancel()
        return respond(to: request, by: emulator)
      }
    }
  }
}
