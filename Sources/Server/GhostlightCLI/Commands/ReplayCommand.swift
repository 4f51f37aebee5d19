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
    discussion: HelpText.page(
      """
      Responds to the n-th identical request with the n-th recorded response; --match selects the \
      parts of a request that are compared. A request without a response gets 501, and the nearest \
      entries are printed.
      """,
      examples: [
        "ghostlight replay login.har shop.har --port 4480 --policy last",
        "ghostlight replay shop.har --match 'method,path,query:-t,body:-$.sentAt'",
        "ghostlight replay shop.har --record-misses https://api.example.com",
      ],
      exits: [
        0: "every request had a response",
        1: "a request had none, or a file does not exist",
        65: "an invalid recording",
        69: "a port cannot be opened",
      ]))

  @Argument(help: ArgumentHelp("HAR files of any tool.", valueName: "FILE"))
  var files: [String]

  @Option(help: "The response after the last recorded one: 501, the same, or the first.")
  var policy = ReplayPolicy.once

  @Option(
    help: ArgumentHelp(
      "The parts that must be equal. (default: method,path,query,body)", valueName: "PARTS"))
  var match: [String] = []

  @Option(
    help: ArgumentHelp(
      "Add this before paths; a URL also selects one of several servers.", valueName: "PATH|URL"))
  var basePath: String?

  @Option(
    help: ArgumentHelp(
      "The server for requests that are not recorded: a URL or an emulator.", valueName: "URL"))
  var spy: String?

  @Option(
    help: ArgumentHelp(
      "A server as for --spy, whose responses are added to the file.", valueName: "URL"))
  var recordMisses: String?

  @OptionGroup var fill: FillOptions

  @Flag(
    name: .customLong("keep-links"),
    help: .rare("Do not change links and cookies of the recorded servers."))
  var keepsLinks = false

  @Flag(name: .customLong("exact"), help: .rare("Also compare secrets."))
  var isExact = false

  @Option(help: .rare("Trust these certificates (PEM) of an https spy.", "FILE"))
  var trust: String?

  @OptionGroup var listener: ListenerOptions
  @OptionGroup(title: "HTTPS", visibility: .hidden) var tls: TLSOptions
  @OptionGroup var vendorProxy: VendorProxyOptions
  @OptionGroup var limits: LimitOptions
  @OptionGroup(title: "Secrets", visibility: .hidden) var redaction: RedactionOptions
  @OptionGroup(title: "Emulator", visibility: .hidden) var stage: StageOptions

  func validate() throws {
    guard spy == nil || recordMisses == nil else {
      throw ValidationError("Give --spy or --record-misses, not both.")
    }
    guard recordMisses == nil || files.count == 1 else {
      throw ValidationError("--record-misses adds responses to the replayed file: give one file.")
    }
    guard basePath.map({ ReplayBase($0) != nil }) ?? true else {
      throw ValidationError(
        "--base-path must be a path such as /v1, or a URL such as https://example.com/v1.")
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
      keepsLinks: keepsLinks, normalise: redactor.normaliser(for: recording))
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
    guard let recorder else {
      guard let upstream = target.upstream, !keepsLinks else { return target.whole }
      return upstream.rewritingLinks(of: target.whole)
    }
    let recorded = target.addressing(target.responder).recorded(into: recorder) {
      [address = target.address] request in
      backend.recordable(request, forwardedAs: address(request))
    }
    guard let upstream = target.upstream else { return target.refusingForeignPages(recorded) }
    return keepsLinks ? recorded : upstream.rewritingLinks(of: recorded)
  }

  private func greeting(_ count: Int) -> String {
    let rest =
      spy.map { "; forwards other requests to \($0)" }
      ?? recordMisses.map { "; forwards other requests to \($0), and records them" }
    return "serves \(count) recorded \(count == 1 ? "exchange" : "exchanges")"
      + (rest ?? "") + ". Ctrl-C stops it."
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
