import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
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

  private static func rest() -> BodyStream {
    let pipe = BodyPipe()
    pipe.append(Array("rest".utf8))
    pipe.finish()
    return BodyStream(awaiting: pipe)
  }
}
