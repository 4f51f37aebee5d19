import GhostlightCore
import HTTPTypes

extension Benchmark {
  static let scans = Benchmark(
    name: "scans",
    summary:
      "documents a second looked at without an index, of 100,000, one core: equal, range, sort"
  ) { () throws(BenchmarkError) in
    let documents = 100_000
    let (app, account, project) = (
      try SampleApp(documents: documents), try SampleAccount(documents: documents),
      try SampleProject(documents: documents)
    )
    var measured: [Measurement] = []
    for scan in Scan.allCases {
      let cases: [(String, @Sendable (Request) -> Response, Request)] = [
        ("Cosmos DB", account.stage.send, account.scan(scan)),
        ("StackMob", app.send, app.scan(scan)),
        ("Mia, CRUD", project.stage.send, project.scan(scan)),
        ("Mia, BaaS 3", project.stage.send, project.itemScan(scan)),
      ]
      for (vendor, send, request) in cases {
        let expected: HTTPResponse.Status =
          vendor == "StackMob" && scan == .firstOfSort ? .partialContent : .ok
        let seconds = try Rounds.seconds(calls: 2) { _ throws(BenchmarkError) in
          try SampleApp.expect(expected, send(request))
        }
        measured.append(
          Measurement(
            title: "scans: \(vendor), \(scan.title)",
            hold: scan == .firstOfSort ? .atMost(.infinity) : .atLeast(1_000_000), unit: .perSecond,
            values: seconds.map { Double(documents) / $0 }))
      }
    }
    return measured
  }
}

/// The condition of a scan, on fields without an index or in a form that no index supports.
enum Scan: CaseIterable, Sendable {
  /// One field is equal to a value.
  case equal
  /// A field is greater than a value; few documents match.
  case range
  /// The first 50 documents, sorted by a field.
  case firstOfSort

  var title: String {
    switch self {
    case .equal: "equal"
    case .range: "range"
    case .firstOfSort: "first 50 of a sort"
    }
  }

  /// The name of the scan in counted operations.
  var name: String {
    switch self {
    case .equal: "scan-equal"
    case .range: "scan-range"
    case .firstOfSort: "sort-first"
    }
  }

  /// A title that is greater than those of most documents.
  static let lateTitle = "Water the plants in room 99990"
}
