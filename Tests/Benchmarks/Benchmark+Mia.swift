extension Benchmark {
  static let mia = Benchmark(
    name: "mia",
    summary: "Mia-Platform in process: lists with and without an index, insert, PATCH, one core"
  ) { () throws(BenchmarkError) in
    let project = try SampleProject(documents: 100_000)
    let places = (0..<1000).map { $0 * 7_919 % 100_000 }
    let indexed = places.map { project.list("code", $0) }
    let scans = places.map { project.list("label", $0) }
    let searches = places.map(project.search)
    let items = places.map(project.items)
    let patches = places.map(project.patch)
    let inserts = (100_000..<101_000).map(project.insert)
    return [
      Measurement(
        title: "mia: list by an index, 1 of 100,000", hold: .atMost(100), unit: .microseconds,
        values: try project.stage.seconds(calls: 5000, indexed).map { $0 * 1e6 }),
      Measurement(
        title: "mia: list without an index, 1 of 100,000", hold: .atMost(100), unit: .milliseconds,
        values: try project.stage.seconds(calls: 2, scans).map { $0 * 1e3 }),
      Measurement(
        title: "mia: list by an expression", hold: .atMost(500), unit: .milliseconds,
        values: try project.stage.seconds(calls: 2, searches).map { $0 * 1e3 }),
      Measurement(
        title: "mia: BaaS 3, list without an index", hold: .atMost(100), unit: .milliseconds,
        values: try project.stage.seconds(calls: 2, items).map { $0 * 1e3 }),
      Measurement(
        title: "mia: PATCH", hold: .atLeast(20_000), unit: .perSecond,
        values: try project.stage.seconds(calls: 5000, patches).map { 1 / $0 }),
      Measurement(
        title: "mia: insert", hold: .atLeast(20_000), unit: .perSecond,
        values: try project.stage.seconds(calls: 5000, inserts).map { 1 / $0 }),
    ]
  }
}
