extension Benchmark {
  static let cosmos = Benchmark(
    name: "cosmos", summary: "Cosmos DB in process: point read, indexed query, full scan, one core"
  ) { () throws(BenchmarkError) in
    let account = try SampleAccount(documents: 100_000)
    let reads = (0..<1000).map { account.read($0 * 7_919 % 100_000) }
    let queries = (0..<1000).map { account.query($0 * 7_919 % 100_000) }
    let scan = account.scan()
    return [
      Measurement(
        title: "cosmos: signed point read", hold: .atLeast(75_000), unit: .perSecond,
        values: try account.stage.seconds(calls: 20_000, reads).map { 1 / $0 }),
      Measurement(
        title: "cosmos: signed indexed query, 1 of 100,000", hold: .atMost(100),
        unit: .microseconds,
        values: try account.stage.seconds(calls: 5000, queries).map { $0 * 1e6 }),
      Measurement(
        title: "cosmos: full scan of 100,000 documents", hold: .atMost(250), unit: .milliseconds,
        values: try account.stage.seconds(calls: 1, [scan]).map { $0 * 1e3 }),
    ]
  }
}
