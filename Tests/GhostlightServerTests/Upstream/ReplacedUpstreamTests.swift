import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Synchronization
import TestExecutors
import Testing

@testable import GhostlightServer

@Suite struct `Upstreams that a new configuration replaces` {
  private static func stage(_ recording: Recording, upstream: Responder? = nil) -> Stage {
    Stage(
      StageConfiguration(services: [
        Service(
          name: "legacy", title: "Legacy", port: 1, seed: RecordingBackend(recording),
          upstream: upstream)
      ]))
  }

  @Test(arguments: [(100, 200), (9, 413)])
  func `an upload is collected if its listener does not forward any more`(
    _ limit: Int, _ status: Int
  ) async throws {
    let upstream = Responder(name: "live", streamsBodies: true) { _, _ in
      .answered(Response(.accepted))
    }
    var options = ServerOptions()
    options.isReplaceable = true
    options.limits.bodyBytes = limit
    let responders = StageResponders(Self.stage(Recording([]), upstream: upstream), options)
    let listener = responders.responder(for: "legacy")
    #expect(listener.streamsBodies)
    let begun = Request(.post, "/a", body: Array("start ".utf8))
    #expect(await listener.ask(begun, Self.rest()).response().status == .accepted)
    let whole = Request(.post, "/a", body: Array("start rest".utf8))
    responders.replace(with: Self.stage(Recording([RecordedExchange(whole, Response(.ok))])))
    #expect(await listener.ask(begun, Self.rest()).response().status.code == status)
  }

  @Test func `a collected upload counts in the budget until its response`() async throws {
    var options = ServerOptions()
    options.isReplaceable = true
    options.limits.allBodiesBytes = 1_000_000
    let upstream = Responder(name: "live", streamsBodies: true) { _, _ in
      .answered(Response(.accepted))
    }
    let responders = StageResponders(Self.stage(Recording([]), upstream: upstream), options)
    let listener = responders.responder(for: "legacy")
    let body = [UInt8](repeating: 97, count: 100_000)
    let whole = Request(.post, "/a", body: body)
    responders.replace(with: Self.stage(Recording([RecordedExchange(whole, Response(.ok))])))
    let source = CountingSource(body, in: responders.bodies)
    let response = await listener.ask(Request(.post, "/a"), BodyStream(awaiting: source)).response()
    #expect(response.status == .ok)
    #expect(source.free == [1_000_000, 900_000])
    #expect(responders.bodies.freeBytes == 1_000_000)
  }

  private static func rest() -> BodyStream {
    let pipe = BodyPipe()
    pipe.append(Array("rest".utf8))
    pipe.finish()
    return BodyStream(awaiting: pipe)
  }
}

/// A source of one piece that notes the free bytes of a budget before each piece.
private final class CountingSource: AwaitedBodySource {
  private let state: Mutex<(piece: [UInt8]?, free: [Int])>
  private let bodies: BodyBudget

  init(_ piece: [UInt8], in bodies: BodyBudget) {
    state = Mutex((piece, []))
    self.bodies = bodies
  }

  /// The number of free bytes before each piece and before the end.
  var free: [Int] { state.withLock { $0.free } }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    let piece = state.withLock { state in
      state.free.append(bodies.freeBytes)
      return state.piece.take()
    }
    completion(.success(piece))
  }

  func cancel() {}
}
