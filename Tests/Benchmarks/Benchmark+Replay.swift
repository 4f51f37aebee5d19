import GhostlightCore
import GhostlightRecording
import HTTPTypes

extension Benchmark {
  static let replay = Benchmark(
    name: "replay", summary: "a recorded answer found among 100 and 100,000 entries, one core"
  ) { () throws(BenchmarkError) in
    let small = try lookUp(entries: 100)
    let large = try lookUp(entries: 100_000)
    let flat = 1.5 * small.sorted()[small.count / 2]
    return [
      Measurement(
        title: "replay: one of 100 entries", hold: .atMost(5), unit: .microseconds, values: small),
      Measurement(
        title: "replay: one of 100,000 entries", hold: .atMost(flat), unit: .microseconds,
        values: large),
      Measurement(
        title: "replay: a miss among 100,000, explained", hold: .atMost(50), unit: .milliseconds,
        values: try miss(entries: 100_000)),
    ]
  }

  /// Returns the microseconds for a replayed response, one value for each round.
  ///
  /// The requests use entries from the whole recording, in an order that no cache can predict.
  private static func lookUp(entries: Int) throws(BenchmarkError) -> [Double] {
    let replayer = replayer(entries)
    let requests = (0..<1000).map { exchange($0 * 7_919 % entries).request }
    return try Rounds.seconds(calls: 100_000) { call throws(BenchmarkError) in
      try SampleApp.expect(.ok, replayer.respondNow(requests[call % 1000]))
    }.map { $0 * 1e6 }
  }

  /// Returns the milliseconds for a request that matches no entry, one value for each round.
  private static func miss(entries: Int) throws(BenchmarkError) -> [Double] {
    let replayer = replayer(entries)
    let request = Request(.get, "/todo/item-77777?fields=title&expand=1")
    return try Rounds.seconds(calls: 10) { _ throws(BenchmarkError) in
      try SampleApp.expect(.notImplemented, replayer.respondNow(request))
    }.map { $0 * 1e3 }
  }

  private static func replayer(_ entries: Int) -> Responder {
    Replayer(Recording((0..<entries).map(exchange)), policy: .cycle).responder
  }

  /// Returns an exchange: for odd numbers a read by id with a query, for even numbers a creation.
  private static func exchange(_ number: Int) -> RecordedExchange {
    let response = Response.json(.ok, ["number": .integer(Int64(number))])
    guard number.isMultiple(of: 2) else {
      let target = RequestTarget("/todo/item-\(number)?fields=title,done&expand=1")
      return RecordedExchange(Request(.get, target, headers: [.accept: "*/*"]), response)
    }
    let body: JSON = [
      "todo_id": .string("item-\(number)"), "title": "Water the plants", "done": false,
      "priority": .integer(Int64(number % 10)),
    ]
    return RecordedExchange(.json(.post, "/todo", body), response)
  }
}
