extension Benchmark {
  static let egf2 = Benchmark(
    name: "egf2",
    summary: "EGF2 in process: expanding three levels, and pages of edges of any length, one core"
  ) { () throws(BenchmarkError) in
    let forum = try SampleGraph.forum()
    var measurements = [
      Measurement(
        title: "egf2: 190 objects put in, 3 levels, of 10,000", hold: .atMost(1),
        unit: .milliseconds,
        values: try forum.stage.seconds(calls: 500, (0..<98).map(SampleGraph.expanded))
          .map { $0 * 1e3 })
    ]
    var shortest: Double?
    for (links, name) in [(100, "100"), (10_000, "10,000"), (100_000, "100,000")] {
      let wall = try SampleGraph.wall(links)
      // The pages lie in the middle of the edge, so that only the number of links differs and not
      // the number of objects returned.
      let pages = (0..<50).map { SampleGraph.page(after: (links - 100) / 2 + $0) }
      let values = try wall.stage.seconds(calls: 5000, pages).map { $0 * 1e6 }
      measurements.append(
        Measurement(
          title: "egf2: page of 50 of \(name) links",
          hold: .atMost(shortest.map { $0 * 1.5 } ?? 50), unit: .microseconds, values: values))
      if shortest == nil { shortest = values.sorted()[values.count / 2] }
      guard links == 100_000 else { continue }
      let scattered = (0..<500).map { SampleGraph.page(after: $0 * 7_919 % (links - 50)) }
      measurements.append(
        Measurement(
          title: "egf2: pages of 50 all over 100,000 links", hold: .atMost(150),
          unit: .microseconds,
          values: try wall.stage.seconds(calls: 5000, scattered).map { $0 * 1e6 }))
    }
    return measurements
  }
}
