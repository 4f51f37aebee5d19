import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Recording around a responder` {
  @Test func `exchanges are recorded with their times`() {
    let time = Mutex<Int64>(1000)
    let recorder = Recorder(comment: "from echo") {
      time.withLock { time in
        time += 5
        return time
      }
    }
    let echo = Responder(name: "echo", immediate: { Response(.ok, body: $0.body) })
    let recorded = echo.recorded(into: recorder)
    #expect(recorded.name == "echo")
    #expect(recorded.respondNow(Request(.put, "/a", body: [1])) == Response(.ok, body: [1]))
    #expect(recorded.respondNow(Request(.put, "/b", body: [2])) == Response(.ok, body: [2]))
    let expected = [
      RecordedExchange(
        Request(.put, "/a", body: [1]), Response(.ok, body: [1]), startedMilliseconds: 1005,
        durationMilliseconds: 5),
      RecordedExchange(
        Request(.put, "/b", body: [2]), Response(.ok, body: [2]), startedMilliseconds: 1015,
        durationMilliseconds: 5),
    ]
    #expect(recorder.recording == Recording(expected, comment: "from echo"))
    #expect(recorder.count == 2)
    recorder.removeAll()
    #expect(recorder.recording == Recording(comment: "from echo"))
  }

  @Test func `a recorded asynchronous responder stays asynchronous`() async {
    let recorder = Recorder { 7 }
    let slow = Responder(name: "slow") { _ in
      await Task.yield()
      return Response(.accepted)
    }
    let recorded = slow.recorded(into: recorder)
    #expect(recorded.respondNow(Request(.get, "/")) == nil)
    #expect(await recorded.respond(Request(.get, "/")) == Response(.accepted))
    #expect(
      recorder.recording
        == Recording([
          RecordedExchange(Request(.get, "/"), Response(.accepted), startedMilliseconds: 7)
        ]))
  }

  @Test func `exchanges are in the order of their starts`() async {
    let recorder = Recorder { 0 }
    let (gate, open) = AsyncStream<Void>.makeStream()
    let (begun, began) = AsyncStream<Void>.makeStream()
    let responder = Responder(name: "gated") { request in
      if request.target == "/first" {
        began.finish()
        for await _ in gate {}
      }
      return Response(.ok)
    }.recorded(into: recorder)
    async let first = responder.respond(Request(.get, "/first"))
    for await _ in begun {}
    _ = await responder.respond(Request(.get, "/second"))
    #expect(recorder.recording.exchanges.map(\.request.target.raw) == ["/second"])
    open.finish()
    _ = await first
    #expect(recorder.recording.exchanges.map(\.request.target.raw) == ["/first", "/second"])
  }

  @Test func `concurrent requests are all recorded`() async {
    let recorder = Recorder { 0 }
    let responder = Responder(name: "echo", immediate: { Response(.ok, body: $0.body) })
      .recorded(into: recorder)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<8 {
        group.addTask {
          for number in 0..<250 {
            let target = RequestTarget("/\(thread * 250 + number)")
            _ = await responder.respond(Request(.get, target))
          }
        }
      }
    }
    let targets = recorder.recording.exchanges.map(\.request.target.raw)
    #expect(targets.sorted() == (0..<2000).map { "/\($0)" }.sorted())
  }

  @Test func `a recording replays to the same client`() async {
    let recording = await SampleClient.recording(of: SampleBackend("vendor"))
    let replayer = Replayer(recording)
    let again = Recorder { 0 }
    await SampleClient(responder: replayer.responder.recorded(into: again)).run()
    #expect(again.recording == recording)
    #expect(replayer.report == ServiceReport(of: .recording, entries: 7, served: 7))
  }
}
