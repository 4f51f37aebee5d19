public import ArgumentParser
import GhostlightCore
public import GhostlightRecording
import GhostlightServer
import HTTPTypes

/// `ghostlight replay`: runs a server that responds from recordings.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", _superCommandName: GhostlightCommand.name,
    abstract: "Answer from recordings, never from the network.",
    discussion: """
      Serves HAR files until interrupted. The n-th identical request gets the n-th answer; method, \
      path, query and body decide what is identical, and --match whatever else. Secrets match \
      whatever they are: any password is the recorded one. A request without an answer gets 501, \
      and a line here says what was nearest. At the end the report lists misses and exchanges that \
      nobody asked for.

      Of a file with several servers each answers for itself, by the Host of the request. One that \
      comes to an address of this machine may mean any of them; --base-path with a URL says which.

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
  @OptionGroup(title: "HTTPS") var tls: TLSOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions
  @OptionGroup(title: "What is secret") var redaction: RedactionOptions
  @OptionGroup(title: "An emulator as spy") var stage: StageOptions

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
    let parts = match.flatMap { $0.split(separator: ",").map(String.init) }
    do throws(MatcherSyntaxError) {
      return try Matcher(parsing: parts)
    } catch {
      throw ValidationError("--match: \(error).")
    }
  }

  func run() async throws {
    let signals = TerminationSignals()
    let recording = try RecordingFile.merged(files)
    let redactor = Redactor(isExact ? .off : redaction.rules)
    let replayer = Replayer(
      recording, matcher: try matcher(), policy: policy, base: basePath.flatMap(ReplayBase.init),
      normalise: redactor.normaliser(for: recording))
    for warning in warnings(replayer) { Terminal.complain("warning: \(warning)") }
    var target = try (spy ?? recordMisses).map { try DiffTarget($0, stage, trustFile: trust) }
    if let responder = target?.responder { target?.responder = try fill.completing(responder) }
    let misses = try recordMisses.flatMap { _ in
      try target.map {
        try MissRecording(from: $0, of: replayer, into: files[0], after: recording, listener.format)
      }
    }
    let log = SpyLog()
    let responder =
      (misses?.responder ?? target?.whole)?.forwarded(by: replayer, log: log)
      ?? replayer.responder.printingMisses()
    signals.didStart()
    let hosts = ListenerOptions.hosts(of: replayer.servers + [basePath].compactMap(\.self))
    let server: HTTPServer
    do {
      server = try await listener.serve(
        responder, for: hosts + (target?.hosts ?? []), tls, limits,
        saying: greeting(recording.exchanges.count))
    } catch {
      misses?.abandon()
      throw error
    }
    await signals.first()
    await server.drain(timeoutSeconds: 5)
    target?.close()
    let report = replayer.report
    let recorded = try misses?.finish(redaction.rules)
    print(report, forwarded: log.forwardedCount, recorded: recorded)
    SystemCalls.exit(report.missCount == 0 ? 0 : 1)
  }

  private func greeting(_ count: Int) -> String {
    let rest = spy.map { ", else asks \($0)" } ?? recordMisses.map { ", else records from \($0)" }
    return "answers from \(count) recorded \(count == 1 ? "exchange" : "exchanges")"
      + (rest ?? "") + ". Ctrl-C ends."
  }

  /// Returns warnings about invalid or ambiguous parts of the recording.
  private func warnings(_ replayer: Replayer) -> [String] {
    let servers = replayer.servers
    guard servers.count > 1, basePath?.contains("://") != true else {
      return replayer.report.problems
    }
    let named = servers.prefix(5).joined(separator: ", ") + (servers.count > 5 ? ", ..." : "")
    return replayer.report.problems + [
      "\(servers.count) servers are recorded, \(named): name one in Host, or by --base-path URL; "
        + "else the first with an answer gives it"
    ]
  }

  private func print(_ report: ReplayReport, forwarded: Int, recorded: Int?) {
    switch listener.format {
    case .text:
      Terminal.print("\(report)")
      if let name = spy ?? recordMisses { Terminal.print("\(forwarded) forwarded to \(name)") }
      if let recorded {
        Terminal.print(
          "\(recorded) \(recorded == 1 ? "exchange" : "exchanges") added to \(files[0])")
      }
    case .json:
      var json: JSONObject = [
        "recorded": .integer(Int64(report.recorded)), "served": .integer(Int64(report.served)),
        "missed": .integer(Int64(report.missCount)),
        "misses": .array(report.misses.map { .string($0.explanation) }),
        "unused": .array(report.unused.map { .string("\($0)") }),
      ]
      if !report.warnings.isEmpty { json["warnings"] = .array(report.warnings.map { .string($0) }) }
      if spy != nil || recordMisses != nil { json["forwarded"] = .integer(Int64(forwarded)) }
      if let recorded { json["added"] = .integer(Int64(recorded)) }
      Terminal.print(JSON.object(json).description)
    }
  }
}

extension Responder {
  /// Returns a responder that immediately prints the reason of each miss of a recording or contract.
  func printingMisses() -> Responder {
    after { response, _ in
      if response.status == .notImplemented, let reason = response.headers[.ghostlightReason] {
        Terminal.complain(reason)
      }
      return response
    }
  }
}

extension SpyLog {
  /// The number of requests for which the recording had no response.
  fileprivate var forwardedCount: Int {
    notes.count {
      if case .responder = $0.source { true } else { false }
    }
  }
}

extension ReplayPolicy: ExpressibleByArgument {}

/// A recording of the requests for which a replay had no response.
///
/// It is appended to the earlier recording.
private struct MissRecording {
  /// Responds to the requests that are not in the earlier recording.
  let target: DiffTarget
  private let replayer: Replayer
  private let path: String
  private let earlier: Recording
  private let recording: OngoingRecording

  /// Creates the partial file next to `path`, to which completed exchanges are written.
  ///
  /// - Throws: `ExitCode` 1, after printing one line, if the file cannot be created.
  init(
    from target: DiffTarget, of replayer: Replayer, into path: String, after earlier: Recording,
    _ format: OutputFormat
  ) throws {
    self.target = target
    self.replayer = replayer
    self.path = path
    self.earlier = earlier
    recording = try OngoingRecording(
      "Recorded from \(target.responder.name).", besides: path, format, now: target.clock)
  }

  /// A responder that forwards the requests missing from the earlier recording, and records them
  /// with the address of the recorded server.
  var responder: Responder {
    let recorded = target.addressing(target.responder).recorded(into: recording.recorder) {
      [replayer, address = target.address] request in
      replayer.recordable(request, forwardedAs: address(request))
    }
    guard let upstream = target.upstream else { return target.refusingForeignPages(recorded) }
    return upstream.rewritingLinks(of: recorded).refusingWebSockets(notedBy: recording.recorder)
  }

  /// Writes the earlier recording followed by the new exchanges, and returns the number of new
  /// ones.
  ///
  /// - Throws: `ExitCode` 1, after printing lines with the remedy, if the file cannot be written.
  func finish(_ rules: RedactionRules) throws -> Int {
    let count = recording.recorder.count
    guard count > 0 else {
      recording.abandon()
      return 0
    }
    let output = RecordingOutput(rules: rules, replaces: true)
    try recording.finish { try output.write($0, after: earlier, to: path) }
    return count
  }

  /// Discards the new exchanges; the earlier recording is unchanged.
  func abandon() { recording.abandon() }
}
