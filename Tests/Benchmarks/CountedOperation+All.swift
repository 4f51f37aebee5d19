import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes

#if Server
  import GhostlightServer
#endif

extension CountedOperation {
  /// All counted operations.
  ///
  /// Their numbers of calls are chosen so that counting all of them under callgrind takes two
  /// minutes.
  static let all =
    [stageGet, transportGet] + ofServer + [
      stackMobPost, forkWrite, cosmosRead, cosmosQuery, cosmosScan,
      miaList, miaScan, miaPatch, egf2Page,
    ] + scans

  private static let stageGet = CountedOperation(name: "stage-get", calls: 2000) {
    () throws(BenchmarkError) in
    let app = try SampleApp(documents: 1000)
    try app.stopClock()
    let requests = (0..<1000).map { app.get($0) }
    return { number throws(BenchmarkError) in
      try SampleApp.expect(.ok, app.send(requests[number % 1000]))
    }
  }

  /// The counted instructions include the client's signing.
  private static let transportGet = CountedOperation(name: "transport-get", calls: 1000) {
    () throws(BenchmarkError) in
    let app = try SampleApp(documents: 1000)
    let credentials = try app.logIn()
    try app.stopClock()
    guard let send = Transport.inProcess(app.responder).attempt else {
      throw BenchmarkError("the transport does not answer at once")
    }
    return { number throws(BenchmarkError) in
      let request = app.get(number % 1000).signed(
        with: credentials, timestamp: 1_371_040_000, nonce: "n\(100_000 + number)")
      let attempt: TransportAttempt
      do throws(TransportError) { attempt = try send(request) } catch {
        throw BenchmarkError("\(error)")
      }
      guard case .answered(let response) = attempt else {
        throw BenchmarkError("the transport does not answer at once")
      }
      try SampleApp.expect(.ok, response)
    }
  }

  #if Server
    /// A request over one connection, through event loop, parser, stage and printer.
    ///
    /// The counted instructions include those of the client, which are few.
    private static let httpGet = CountedOperation(name: "http-get", calls: 1000) {
      () throws(BenchmarkError) in
      let app = try SampleApp(documents: 1000)
      let server = try Waiting.value { () async throws(BenchmarkError) in
        var options = ServerOptions()
        (options.portBase, options.eventLoops) = (0, 1)
        do throws(ServerError) { return try await EmulatorServer.start(app.stage, options) } catch {
          throw BenchmarkError("\(error)")
        }
      }
      guard let url = server.addresses.first(where: { $0.name == "stackmob" })?.url,
        let port = url.split(separator: ":").last.flatMap({ UInt16($0) })
      else { throw BenchmarkError("the server has no port for StackMob") }
      let connection = try RepeatedExchange(port: port, app.get(0))
      return { _ throws(BenchmarkError) in try connection.run() }
    }

    private static let ofServer = [httpGet]
  #else
    private static let ofServer: [CountedOperation] = []
  #endif

  private static let stackMobPost = CountedOperation(name: "stackmob-post", calls: 1000) {
    () throws(BenchmarkError) in
    let app = try SampleApp(documents: 1000)
    return { number throws(BenchmarkError) in
      try SampleApp.expect(.created, app.send(app.post(1000 + number)))
    }
  }

  private static let forkWrite = CountedOperation(name: "fork-write", calls: 300) {
    () throws(BenchmarkError) in
    let app = try SampleApp(documents: 2000)
    return { number throws(BenchmarkError) in
      let name = "fork-\(1000 + number)"
      do throws(NamespaceError) { try app.stage.fork(as: name) } catch {
        throw BenchmarkError("\(error)")
      }
      try SampleApp.expect(.created, app.send(app.post(2000, namespace: name)))
    }
  }

  private static let cosmosRead = cosmos("cosmos-read", calls: 500) { $0.read($1) }

  private static let cosmosQuery = cosmos("cosmos-query", calls: 300) { $0.query($1) }

  private static let cosmosScan = cosmos("cosmos-scan-document", calls: 10, units: 1000) {
    account, _ in account.scan()
  }

  private static func cosmos(
    _ name: String, calls: Int, units: Int = 1,
    _ request: @escaping @Sendable (SampleAccount, Int) -> Request
  ) -> CountedOperation {
    CountedOperation(name: name, calls: calls, units: units) { () throws(BenchmarkError) in
      let account = try SampleAccount(documents: 1000)
      let requests = (0..<(units == 1 ? 1000 : 1)).map { request(account, $0) }
      return { number throws(BenchmarkError) in
        try SampleApp.expect(.ok, account.stage.send(requests[number % requests.count]))
      }
    }
  }

  private static let miaList = mia("mia-list", calls: 500) { $0.list("code", $1) }

  private static let miaScan = mia("mia-scan-document", calls: 10, units: 1000) {
    $0.list("label", $1)
  }

  private static let miaPatch = mia("mia-patch", calls: 1000) { $0.patch($1) }

  private static func mia(
    _ name: String, calls: Int, units: Int = 1,
    _ request: @escaping @Sendable (SampleProject, Int) -> Request
  ) -> CountedOperation {
    CountedOperation(name: name, calls: calls, units: units) { () throws(BenchmarkError) in
      let project = try SampleProject(documents: 1000)
      let requests = (0..<1000).map { request(project, $0) }
      return { number throws(BenchmarkError) in
        try SampleApp.expect(.ok, project.stage.send(requests[number % 1000]))
      }
    }
  }

  private static let egf2Page = CountedOperation(name: "egf2-page", calls: 200) {
    () throws(BenchmarkError) in
    let wall = try SampleGraph.wall(1000)
    let requests = (0..<900).map(SampleGraph.page)
    return { number throws(BenchmarkError) in
      try SampleApp.expect(.ok, wall.stage.send(requests[number % 900]))
    }
  }

  /// The operations that scan 1,000 documents, for each kind of scan and each vendor.
  private static let scans = Scan.allCases.flatMap { scan in
    [
      scanning("cosmos-\(scan.name)") { () throws(BenchmarkError) in
        let account = try SampleAccount(documents: 1000)
        return (account.stage.send, account.scan(scan))
      },
      scanning("stackmob-\(scan.name)") { () throws(BenchmarkError) in
        let app = try SampleApp(documents: 1000)
        return (app.send, app.scan(scan))
      },
      scanning("mia-\(scan.name)") { () throws(BenchmarkError) in
        let project = try SampleProject(documents: 1000)
        return (project.stage.send, project.scan(scan))
      },
      scanning("baas-\(scan.name)") { () throws(BenchmarkError) in
        let project = try SampleProject(documents: 1000)
        return (project.stage.send, project.itemScan(scan))
      },
    ]
  }

  private static func scanning(
    _ name: String,
    _ prepare:
      @escaping @Sendable () throws(BenchmarkError) -> (
        send: @Sendable (Request) -> Response, Request
      )
  ) -> CountedOperation {
    CountedOperation(name: name, calls: 10, units: 1000) { () throws(BenchmarkError) in
      let (send, request) = try prepare()
      return { _ throws(BenchmarkError) in
        guard send(request).status.kind == .successful else {
          throw BenchmarkError("\(name) is refused")
        }
      }
    }
  }
}
