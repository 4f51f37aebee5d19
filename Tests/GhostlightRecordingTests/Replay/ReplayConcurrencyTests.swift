import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Concurrent replay` {
  @Test func `each recorded response is sent exactly once`() async {
    let exchanges = (0..<2000).map { number in
      RecordedExchange(
        Request(.get, RequestTarget("/item/\(number % 10)")),
        Response(.ok, body: Array("\(number)".utf8)))
    }
    let replayer = Replayer(Recording(exchanges))
    let responder = replayer.responder
    let answers = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask {
          var answers: [String] = []
          for number in 0..<250 {
            let target = RequestTarget("/item/\(number % 10)")
            answers.append(await responder.respond(Request(.get, target)).text)
          }
          return answers
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(answers.sorted() == (0..<2000).map { "\($0)" }.sorted())
    #expect(replayer.report == ServiceReport(of: .recording, entries: 2000, served: 2000))
  }
}
