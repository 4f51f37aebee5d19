public import ArgumentParser
import Ghostlight
import GhostlightCore
public import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight replay`: runs a server that responds from recordings.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", _superCommandName: GhostlightCommand.name,
    abstract: "Serve the responses of recordings.",
    discussion: """
      Serves HAR files until interrupted. The n-th identical request gets the n-th answer; method, \
      path, query and body decide what is identical, and --match whatever else. Secrets match \
      whatever they are: any password is the recorded one. A request without an answer gets 501, \
      and a line here says what was nearest. At the end the report lists misses and exchanges that \
      nobody asked for.

      Of a file with several servers each answers for itself, by the Host of the request. One that \
      comes to an address of this machine may mean any of them; --base-path with a URL says which.

      The second address is its control API, with a console: namespaces, fault plans for the \
      emulator "recording", requests and snapshots. After a reset, every exchange is unused again. \
      With --proxy, the recorded hosts lead to the recording, within TLS too.

      --match takes the parts that decide: method, scheme, host, port, path, query, header:NAME, \
      body. query:-NAME and body:-$.path leave something out, body:subset lets bodies have more \
      than the recorded ones, body:bytes takes them to the byte. JSON compares by value, forms and \
      multipart bodies by their parts.

      Examples:
        ghostlight replay login.har shop.har --port 4480 --policy last
        ghostlight replay shop.har --match 'method,path,query:-t,body:-$.sentAt'
        ghostlight replay shop.har --record-misses https://api.example.com

      Exit codes: 0, 1 when requests missed, 64 for wrong options, 65 for a broken recording, 69 \
      when it cannot listen.
      """)

  @Argument(help: ArgumentHelp("HAR files, of any tool.", valueName: "FILE"))
  var files: [String]

  @Option(help: "What follows the last answer to a request: nothing, the same again, or the first.")
  var policy = ReplayPolicy.once

  @Option(
    help: ArgumentHelp(
      "What must be the same, in place of method,path,query,body.", valueName: "PARTS"))
  var match: [String] = []

  @Option(
    help: ArgumentHelp(
      "Put this before the paths of requests; a URL says too which recorded server they mean.",
      valueName: "PATH|URL"))
  var basePath: String?

  @Option(
    help: ArgumentHelp("Let this one answer what is not recorded.", valueName: "URL|EMULATOR"))
  var spy: String?

  @Option(
    help: ArgumentHelp(
      "Let this one answer what is not recorded, and add it to the file.",
      valueName: "URL|EMULATOR"))
  var recordMisses: String?

  @OptionGroup var fill: FillOptions

  @Flag(name: .customLong("exact"), help: "Compare secrets too, as they stand in the files.")
  var isExact = false

  @Option(
    help: ArgumentHelp("Trust these certificates (PEM) of an https spy.", valueName: "FILE"))
  var trust: String?

  @OptionGroup(title: "Where to listen") var listener: ListenerOptions
  @OptionGroup(title: "HTTPS", visibility: .hidden) var tls: TLSOptions
  @OptionGroup(title: "A proxy with the recorded hosts") var vendorProxy: VendorProxyOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "What is secret", visibility: .hidden) var redaction: RedactionOptions
  @OptionGroup(title: "An emulator as spy", visibility: .hidden) var stage: StageOptions

  func validate() throws {
    guard spy == nil || recordMisses == nil else {
      throw ValidationError("Give one of --spy and --record-misses.")
    }
    guard recordMisses == nil || files.count == 1 else {
      throw ValidationError("--record-misses writes into the one file that is replayed; give one.")
    }
    guard basePath.map({ ReplayBase($0) != nil }) ?? true else {
      throw ValidationError(
        "--base-path takes a path such as /v1, or a URL such as https://example.com/v1.")
    }
    _ = try matcher()
  }

  private func matcher() throws -> Matcher {
    guard !match.isEmpty else { return .standard }
    do throws(MatcherSyntaxError) {
      return try Matcher(lists: match)
    } catch {
      throw ValidationError("--match: \(error).")
    }
  }

  func run() async throws {
    let signals = TerminationSignals()
    let recording = try RecordingFile.merged(files)
    let redactor = Redactor(isExact ? .off : redaction.rules)
    let backend = RecordingBackend(
      recording, matcher: try matcher(), policy: policy, base: basePath.flatMap(ReplayBase.init),
      normalise: redactor.normaliser(for: recording))
    for warning in warnings(backend) { Terminal.complain("warning: \(warning)") }
    var target = try (spy ?? recordMisses).map { try UpstreamTarget($0, stage, trustFile: trust) }
    if let responder = target?.responder { target?.responder = try fill.completing(responder) }
    let hosts =
      ListenerOptions.hosts(of: backend.servers + [basePath].compactMap(\.self))
      + (target?.hosts ?? []) + listener.allowHost
    let proxy = try vendorProxy.options(hosts: hosts, of: "the recording")
    let misses = try recordMisses.flatMap { _ in try target.map { try ongoing($0) } }
    let served = ServedFile(
      Service(
        name: "recording", title: "Recording", port: 0, seed: backend,
        upstream: target.map { upstream($0, of: backend, misses?.recorder) }), hosts: hosts,
      ServiceReport(
        of: .recording, entries: recording.exchanges.count, problems: backend.problems))
    signals.didStart()
    let server: EmulatorServer
    do {
      server = try await listener.serve(
        served.persisted, tls, limits, proxy: proxy, saying: greeting(recording.exchanges.count))
    } catch {
      misses?.abandon()
      throw error
    }
    await signals.first()
    await server.drain(timeoutSeconds: 5)
    target?.close()
    let report = served.report(
      unused: backend.countingUses(of: served.backends(RecordingBackend.self)).unused)
    let added = try misses?.finish(
      addingTo: recording, at: files[0], redaction.rules)
    print(report, added)
    SystemCalls.exit(report.exitCode)
  }

  private func ongoing(_ target: UpstreamTarget) throws -> OngoingRecording {
    try OngoingRecording(
      "Recorded from \(target.responder.name).", besides: files[0], listener.format,
      now: target.clock)
  }

  /// Returns a responder for the requests that are not recorded.
  ///
  /// `recorder` records them with the address of the recorded server, so that a later replay finds
  /// them next to the earlier entries.
  private func upstream(
    _ target: UpstreamTarget, of backend: RecordingBackend, _ recorder: Recorder?
  ) -> Responder {
    guard let recorder else { return target.whole }
    let recorded = target.addressing(target.responder).recorded(into: recorder) {
      [address = target.address] request in
      backend.recordable(request, forwardedAs: address(request))
    }
    guard let upstream = target.upstream else { return target.refusingForeignPages(recorded) }
    return upstream.rewritingLinks(of: recorded).refusingWebSockets(notedBy: recorder)
  }

  private func greeting(_ count: Int) -> String {
    let rest = spy.map { ", else asks \($0)" } ?? recordMisses.map { ", else records from \($0)" }
    return "answers from \(count) recorded \(count == 1 ? "exchange" : "exchanges")"
      + (rest ?? "") + ". Ctrl-C ends."
  }

  /// Returns warnings about invalid or ambiguous parts of the recording.
  private func warnings(_ backend: RecordingBackend) -> [String] {
    let servers = backend.servers
    guard servers.count > 1, basePath?.contains("://") != true else { return backend.problems }
    let named = servers.prefix(5).joined(separator: ", ") + (servers.count > 5 ? ", ..." : "")
    return backend.problems + [
      "\(servers.count) servers are recorded, \(named): name one in Host, or by --base-path URL; "
        + "else the first with an answer gives it"
    ]
  }

  private func print(_ report: ServiceReport, _ added: Int?) {
    switch listener.format {
    case .text:
      Terminal.print(report.description)
      if let name = spy ?? recordMisses {
        Terminal.print("\(report.forwarded) forwarded to \(name)")
      }
      if let added {
        Terminal.print("\(added) \(added == 1 ? "exchange" : "exchanges") added to \(files[0])")
      }
    case .json:
      var json = report.json
      if !report.warnings.isEmpty { json["warnings"] = .array(report.warnings.map { .string($0) }) }
      if spy != nil || recordMisses != nil { json["forwarded"] = .integer(Int64(report.forwarded)) }
      if let added { json["added"] = .integer(Int64(added)) }
      Terminal.print(JSON.object(json).description)
    }
  }
}

extension ReplayPolicy: ExpressibleByArgument {}
