import Foundation
import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// A benchmark that can be selected by name on the command line.
struct Benchmark: Sendable {
  let name: String
  let summary: String
  /// Measures one or more figures.
  let measure: @Sendable () throws -> [Measurement]

  init(
    _ name: String, _ summary: String, measure: @escaping @Sendable () throws -> [Measurement]
  ) {
    (self.name, self.summary, self.measure) = (name, summary, measure)
  }

  /// All benchmarks, in the order of the design document.
  ///
  /// The memory benchmark comes first, before other benchmarks have allocated memory.
  static let all: [Benchmark] = [
    memory, stageGet, transportGet, forkWrite, reset, replay, recording, cosmos, mia, egf2, scans,
  ]

  /// The numbers of documents, in an order that no cache can predict.
  private static let places = (0..<1000).map { $0 * 7_919 % 100_000 }
}

/// The stage.
extension Benchmark {
  private static let memory = Benchmark(
    "memory", "resident memory: idle, after 1,000,000 requests, 100,000 documents"
  ) {
    let app = try SampleApp(documents: 1)
    let idle = try residentMegabytes()
    let request = app.get(0)
    for _ in 0..<1_000_000 { try app.sample.send(request).succeeded() }
    let busy = try residentMegabytes()
    let full = try SampleApp(documents: 100_000)
    let loaded = try residentMegabytes()
    try full.sample.send(full.get(99_999)).succeeded()
    return [
      Measurement("memory: idle, in process", .megabytes, hold: 0...30, values: [idle]),
      Measurement(
        "memory: after 1,000,000 requests", .megabytes, hold: 0...idle + 5, values: [busy]),
      Measurement(
        "memory: 100,000 documents of 250 bytes", .megabytes, hold: 0...150, values: [loaded]),
    ]
  }

  /// Returns the resident memory of this process in MiB, as Linux reports it.
  private static func residentMegabytes() throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let kibibytes = line?.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
    else { throw BenchmarkError("/proc has no resident memory") }
    return kibibytes / 1024
  }

  private static let stageGet = Benchmark("stage-get", "GET by id, stage alone, one core") {
    [
      try Measurement(
        "stage-get: GET by id, stage alone", .perSecond, hold: 500_000...(.infinity),
        calls: 100_000, SampleApp(documents: 1000).gets())
    ]
  }

  /// Sends the same requests as `stage-get` for ten seconds, long enough for a profiler.
  static let profile = Benchmark("profile", "stage-get for ten seconds, for a profiler") {
    let get = try SampleApp(documents: 1000).gets()
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .seconds(10) {
      for number in 0..<1000 { try get(number) }
    }
    return []
  }

  private static let transportGet = Benchmark(
    "transport-get", "signed GET by id through a transport, one core"
  ) {
    [
      try Measurement(
        "transport-get: signed GET through a transport", .perSecond, hold: 150_000...(.infinity),
        calls: 20_000, SampleApp(documents: 1000).signedGets())
    ]
  }

  private static let forkWrite = Benchmark(
    "fork-write", "fork of a namespace with 100,000 documents, then one POST"
  ) {
    let app = try SampleApp(documents: 100_000)
    // 1,000 namespaces exist at a time; each round replaces the namespaces of the previous round.
    let names = (0..<1000).map { "fork-\($0)" }
    let requests = names.map { app.post(100_000, namespace: $0) }
    return [
      try Measurement(
        "fork-write: fork of 100,000 documents, a POST", .microseconds, hold: 0...10,
        calls: names.count
      ) { try app.write(requests[$0], toFork: names[$0]) }
    ]
  }

  private static let reset = Benchmark("reset", "reset of 100,000 diverged documents") {
    let app = try SampleApp(documents: 0)
    let values = try (0...Measurement.rounds).map { _ in
      try app.fill(100_000)
      let taken = try Measurement.milliseconds { try app.sample.stage.namespace().reset() }
      guard app.sample.send(app.get(0)).status == .notFound else {
        throw BenchmarkError("a document is left")
      }
      return taken
    }
    return [
      Measurement(
        "reset: of 100,000 diverged documents", .milliseconds, hold: 0...1,
        values: Array(values.dropFirst()))
    ]
  }
}

/// Recordings.
extension Benchmark {
  private static let replay = Benchmark(
    "replay", "a recorded response found among 100 and 100,000 entries, one core"
  ) {
    let small = try found(100, "100", hold: 5)
    let large = replayer(100_000)
    let miss = Request(.get, "/todo/item-77777?fields=title&expand=1")
    return [
      small, try found(100_000, "100,000", hold: small.median * 1.5),
      try Measurement(
        "replay: a miss among 100,000, explained", .milliseconds, hold: 0...50, calls: 10
      ) { _ in
        guard large.respondNow(miss)?.status == .notImplemented else {
          throw BenchmarkError("an entry is found")
        }
      },
    ]
  }

  /// Measures a replayed response; the requests use entries from the whole recording.
  private static func found(
    _ entries: Int, _ name: String, hold: Double
  ) throws -> Measurement {
    let replayer = replayer(entries)
    let requests = (0..<1000).map { exchange($0 * 7_919 % entries).request }
    return try Measurement(
      "replay: one of \(name) entries", .microseconds, hold: 0...hold, calls: 100_000
    ) { try replayer.respondNow(requests[$0 % 1000]).succeeded() }
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

  private static let recording = Benchmark(
    "recording", "what recording adds to an exchange, one core"
  ) {
    let app = try SampleApp(documents: 1000)
    let requests = (0..<1000).map { app.get($0) }
    let recorder = Recorder { 0 }
    let recorded = app.sample.responder.recorded(into: recorder)
    let plain = try Measurement("", .microseconds, calls: 20_000, app.gets())
    let kept = try Measurement("", .microseconds, calls: 20_000) {
      if $0 == 0 { recorder.removeAll() }
      try recorded.respondNow(requests[$0 % 1000]).succeeded()
    }
    return [
      Measurement(
        "recording: added to an exchange", .microseconds, hold: 0...2,
        values: zip(kept.values, plain.values).map { max(0, $0 - $1) })
    ]
  }
}

/// The emulators, with 100,000 documents each.
extension Benchmark {
  private static let cosmos = Benchmark(
    "cosmos", "Cosmos DB: point read, indexed query, full scan, one core"
  ) {
    let account = try SampleAccount(documents: 100_000)
    let sample = account.sample
    return [
      try Measurement(
        "cosmos: signed point read", .perSecond, hold: 75_000...(.infinity), calls: 20_000,
        sample.repeating(places.map(account.read))),
      try Measurement(
        "cosmos: signed indexed query, 1 of 100,000", .microseconds, hold: 0...100, calls: 5000,
        sample.repeating(places.map(account.query))),
      try Measurement(
        "cosmos: full scan of 100,000 documents", .milliseconds, hold: 0...250, calls: 1,
        sample.repeating([account.scan()])),
    ]
  }

  private static let mia = Benchmark(
    "mia", "Mia-Platform: lists with and without an index, insert, PATCH, one core"
  ) {
    let project = try SampleProject(documents: 100_000)
    let rows: [(String, Unit, ClosedRange<Double>, Int, (Int) -> Request)] = [
      (
        "list by an index, 1 of 100,000", .microseconds, 0...100, 5000, { project.list("code", $0) }
      ),
      ("list without an index", .milliseconds, 0...100, 2, { project.list("label", $0) }),
      ("list by an expression", .milliseconds, 0...500, 2, project.search),
      ("BaaS 3, list without an index", .milliseconds, 0...100, 2, project.items),
      ("PATCH", .perSecond, 20_000...(.infinity), 5000, project.patch),
      ("insert", .perSecond, 20_000...(.infinity), 5000, { project.insert(100_000 + $0) }),
    ]
    return try rows.map { title, unit, hold, calls, request in
      try Measurement(
        "mia: \(title)", unit, hold: hold, calls: calls,
        project.sample.repeating(places.map(request)))
    }
  }

  private static let egf2 = Benchmark(
    "egf2", "EGF2: expanding three levels, and pages of edges of any length, one core"
  ) {
    var measurements = [
      try Measurement(
        "egf2: 190 objects put in, 3 levels, of 10,000", .milliseconds, hold: 0...1, calls: 500,
        SampleGraph.forum().sample.repeating((0..<98).map(SampleGraph.expanded)))
    ]
    for (links, name) in [(100, "100"), (10_000, "10,000"), (100_000, "100,000")] {
      let sample = try SampleGraph.wall(links).sample
      // The pages lie in the middle of the edge, so that only the number of links differs and not
      // the number of objects returned.
      let pages = (0..<50).map { SampleGraph.page(after: (links - 100) / 2 + $0) }
      measurements.append(
        try Measurement(
          "egf2: page of 50 of \(name) links", .microseconds,
          hold: 0...(links == 100 ? 50 : measurements[1].median * 1.5), calls: 5000,
          sample.repeating(pages)))
      guard links == 100_000 else { continue }
      let scattered = (0..<500).map { SampleGraph.page(after: $0 * 7_919 % (links - 50)) }
      measurements.append(
        try Measurement(
          "egf2: pages of 50 all over 100,000 links", .microseconds, hold: 0...150, calls: 5000,
          sample.repeating(scattered)))
    }
    return measurements
  }

  private static let scans = Benchmark(
    "scans", "documents a second without an index, of 100,000, one core: equal, range, sort"
  ) {
    try Scan.vendors.flatMap { vendor in
      let (sample, request) = try vendor.prepare(100_000)
      return try Scan.allCases.map { scan in
        try Measurement(
          "scans: \(vendor.title), \(scan.rawValue)", .perSecond,
          hold: scan == .firstOfSort ? nil : 1_000_000...(.infinity), calls: 2, items: 100_000,
          sample.repeating([request(scan)]))
      }
    }
  }
}
