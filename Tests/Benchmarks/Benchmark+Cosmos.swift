import GhostlightCore
import HTTPTypes

extension Benchmark {
  static let cosmos = Benchmark(
    name: "cosmos", summary: "Cosmos DB in process: point read, indexed query, full scan, one core"
  ) { () throws(BenchmarkProblem) in
    let account = try SampleAccount(documents: 100_000)
    let reads = (0..<1000).map { account.read($0 * 7_919 % 100_000) }
    let queries = (0..<1000).map { account.query($0 * 7_919 % 100_000) }
    let scan = account.scan()
    return [
      Measurement(
        title: "cosmos: signed point read", hold: .atLeast(75_000), unit: .perSecond,
        values: try answers(20_000, to: reads, by: account).map { 1 / $0 }),
      Measurement(
        title: "cosmos: signed indexed query, 1 of 100,000", hold: .atMost(100),
        unit: .microseconds, values: try answers(5000, to: queries, by: account).map { $0 * 1e6 }),
      Measurement(
        title: "cosmos: full scan of 100,000 documents", hold: .atMost(250), unit: .milliseconds,
        values: try answers(1, to: [scan], by: account).map { $0 * 1e3 }),
    ]
  }

  /// Seconds for each answer, over rounds.
  private static func answers(
    _ calls: Int, to requests: [Request], by account: SampleAccount
  ) throws(BenchmarkProblem) -> [Double] {
    try Rounds.seconds(calls: calls) { call throws(BenchmarkProblem) in
      try SampleApp.expect(.ok, account.send(requests[call % requests.count]))
    }
  }
}
