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

/// A query that no index supports, so that the backend must scan all documents.
enum Scan: CaseIterable, Sendable {
  /// Selects documents in which one field is equal, or not equal, to a value.
  case equal
  /// Selects the few documents whose title is greater than a value.
  case range
  /// Returns the first 50 documents, sorted by a field.
  case firstOfSort

  var title: String {
    switch self {
    case .equal: "equal"
    case .range: "range"
    case .firstOfSort: "first 50 of a sort"
    }
  }

  /// The scan's part in the names of counted operations.
  var name: String {
    switch self {
    case .equal: "scan-equal"
    case .range: "scan-range"
    case .firstOfSort: "sort-first"
    }
  }

  /// A title that is greater than the titles of most documents.
  static let lateTitle = "Water the plants in room 99990"
}
