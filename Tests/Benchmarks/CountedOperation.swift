import GhostlightCore
import HTTPTypes

#if Server && canImport(Glibc)
  import Dispatch
  import GhostlightServer
  import Synchronization
#endif

/// An operation whose instructions are counted, because times vary by a few percent.
///
/// `instructions.sh` runs each operation under callgrind.
struct CountedOperation: Sendable {
  let name: String
  /// The number of calls whose instructions are counted.
  let calls: Int
  /// The number of documents that a call reads, if instructions are reported per document;
  /// otherwise 1.
  var units = 1
  /// Prepares the operation, and returns a closure that makes one call.
  ///
  /// The closure receives the call's number; no number is passed twice.
  let prepare: @Sendable () throws -> Call

  /// The number of uncounted calls at the start, which initialize types and caches.
  private static let callsBefore = 20

  /// Runs the arguments of `Benchmarks instructions`, `[NAME CALLS]`.
  ///
  /// Without arguments, prints one line for each operation: its name, its number of calls, and the
  /// divisor for its instructions. Otherwise prepares the operation, makes the uncounted calls, and
  /// then makes the counted calls.
  static func main(_ arguments: [String]) throws {
    guard let name = arguments.first else {
      for operation in all {
        print(operation.name, operation.calls, operation.calls * operation.units, separator: "\t")
      }
      return
    }
    guard let operation = all.first(where: { $0.name == name }) else {
      throw BenchmarkError(
        "no operation has the name \"\(name)\"; use \(all.map(\.name).joined(separator: ", "))")
    }
    guard arguments.count == 2, let calls = Int(arguments[1]), (1...1_000_000).contains(calls)
    else { throw BenchmarkError("Usage: Benchmarks instructions [NAME CALLS]") }
    let call = try operation.prepare()
    for number in 0..<callsBefore { try call(number) }
    try countedCalls(callsBefore..<callsBefore + calls, call)
    afterCounting(calls)
  }

  /// Performs the counted calls.
  ///
  /// When this function is entered, callgrind resets its counters on all threads.
  @inline(never)
  private static func countedCalls(_ numbers: Range<Int>, _ call: Call) throws {
    for number in numbers { try call(number) }
  }

  /// Marks the end of the counted calls: when this function is entered, callgrind writes its
  /// counters.
  @inline(never)
  private static func afterCounting(_ calls: Int) { print("calls: \(calls)") }
}

extension CountedOperation {
  /// All counted operations.
  ///
  /// Their numbers of calls are chosen so that counting all of them under callgrind takes two
  /// minutes.
  static let all = stage + emulators + scans

  private static let stage =
    [
      CountedOperation(name: "stage-get", calls: 2000) { try SampleApp(documents: 1000).gets() },
      // The counted instructions include the client's signing.
      CountedOperation(name: "transport-get", calls: 1000) {
        try SampleApp(documents: 1000).signedGets()
      },
    ] + ofServer + [
      CountedOperation(name: "stackmob-post", calls: 1000) {
        let app = try SampleApp(documents: 1000)
        return { try app.sample.send(app.post(1000 + $0)).succeeded() }
      },
      CountedOperation(name: "fork-write", calls: 300) {
        let app = try SampleApp(documents: 2000)
        return { number in
          let name = "fork-\(1000 + number)"
          try app.write(app.post(2000, namespace: name), toFork: name)
        }
      },
    ]

  // The build for `instructions.sh --check` leaves the server out, and so takes a quarter of the
  // time.
  #if Server && canImport(Glibc)
    /// A request over one connection, through event loop, parser, stage and printer.
    ///
    /// The counted instructions include those of the client, which are few.
    private static let ofServer = [
      CountedOperation(name: "http-get", calls: 1000) {
        let app = try SampleApp(documents: 1000)
        let connection = try RepeatedExchange(port: port(of: app), app.get(0))
        return { _ in try connection.run() }
      }
    ]

    /// Starts a server and returns its port for StackMob.
    ///
    /// Valgrind does not support programs with an asynchronous `main`.
    private static func port(of app: SampleApp) throws -> UInt16 {
      let url = Mutex("")
      let done = DispatchSemaphore(value: 0)
      Task.detached {
        defer { done.signal() }
        var options = ServerOptions()
        (options.portBase, options.eventLoops) = (0, 1)
        let server = try await EmulatorServer.start(app.sample.stage, options)
        url.withLock { $0 = server.addresses.first { $0.name == "stackmob" }?.url ?? "" }
      }
      done.wait()
      guard let port = url.withLock({ $0 }).split(separator: ":").last.flatMap({ UInt16($0) })
      else { throw BenchmarkError("the server does not start") }
      return port
    }
  #else
    private static let ofServer: [CountedOperation] = []
  #endif

  private static let emulators = [
    cosmos("cosmos-read", calls: 500) { account in (0..<1000).map(account.read) },
    cosmos("cosmos-query", calls: 300) { account in (0..<1000).map(account.query) },
    cosmos("cosmos-scan-document", calls: 10, units: 1000) { [$0.scan()] },
    mia("mia-list", calls: 500) { $0.list("code", $1) },
    mia("mia-scan-document", calls: 10, units: 1000) { $0.list("label", $1) },
    mia("mia-patch", calls: 1000) { $0.patch($1) },
    CountedOperation(name: "egf2-page", calls: 200) {
      try SampleGraph.wall(1000).sample.repeating((0..<900).map(SampleGraph.page))
    },
  ]

  private static func cosmos(
    _ name: String, calls: Int, units: Int = 1,
    _ requests: @escaping @Sendable (SampleAccount) -> [Request]
  ) -> CountedOperation {
    CountedOperation(name: name, calls: calls, units: units) {
      let account = try SampleAccount(documents: 1000)
      return account.sample.repeating(requests(account))
    }
  }

  private static func mia(
    _ name: String, calls: Int, units: Int = 1,
    _ request: @escaping @Sendable (SampleProject, Int) -> Request
  ) -> CountedOperation {
    CountedOperation(name: name, calls: calls, units: units) {
      let project = try SampleProject(documents: 1000)
      return project.sample.repeating((0..<1000).map { request(project, $0) })
    }
  }

  /// The operations that scan 1,000 documents, for each kind of scan and each vendor.
  private static let scans = Scan.allCases.flatMap { scan in
    Scan.vendors.map { vendor in
      CountedOperation(name: "\(vendor.name)-\(scan.rawValue)", calls: 10, units: 1000) {
        let (sample, request) = try vendor.prepare(1000)
        return sample.repeating([request(scan)])
      }
    }
  }
}
