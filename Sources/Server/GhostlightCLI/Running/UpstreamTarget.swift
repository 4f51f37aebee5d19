import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer

extension UpstreamError {
  /// The exit code for a command that fails with this error: 1 if a file does not exist.
  var exitCode: ExitCode {
    if case .badTrust(let path, _) = self { .unusable(path, 64) } else { ExitCode(64) }
  }
}

/// The target of a recording, a spy or a comparison: an emulator in this process, or a server at a
/// URL.
struct UpstreamTarget {
  enum Server {
    case emulator(PersistedStage)
    case url(Upstream)
  }

  /// The target's name in reports.
  let name: String
  /// Responds to requests to which ``address`` has been applied.
  var responder: Responder
  let server: Server
  /// Patterns for the hosts that clients use for the target itself.
  let hosts: [String]
  private let pages: OriginGuard?
  /// The keys and secrets to insert into the requests of a redacted recording.
  let credentials: ClientCredentials

  /// Opens the target that `text` names: an emulator's name, or a URL.
  ///
  /// - Throws: `ExitCode`, after printing one line: 64 if `text` is neither, 65 if the
  ///   configuration is invalid.
  init(_ text: String, _ stage: StageOptions, trustFile: String? = nil) throws {
    if let emulator = StageOptions.service(text, of: Service.all) {
      try self.init(emulator: emulator.name, stage)
    } else {
      try self.init(url: text, stage, trustFile)
    }
  }

  private init(emulator name: String, _ options: StageOptions) throws {
    let persisted = try options.open()
    let stage = persisted.stage
    guard let responder = stage.responder(for: name),
      let service = stage.configuration.services.first(where: { $0.name == name })
    else {
      Terminal.complain("the configuration leaves out the emulator \(name)")
      throw ExitCode(65)
    }
    (self.name, self.responder, server) = (name, responder, .emulator(persisted))
    hosts = stage.configuration.hosts.patterns(of: name)
    pages = OriginGuard(of: service, allowing: stage.configuration.allowedHosts)
    credentials = ClientCredentials(of: service)
  }

  private init(url: String, _ stage: StageOptions, _ trustFile: String?) throws {
    guard url.contains("://") else {
      throw ValidationError(
        "\"\(url)\" is not a URL or an emulator; "
          + NearestNames.remedy(for: url, among: Service.all.map(\.name)) + ".")
    }
    guard !stage.isGiven else {
      throw ValidationError(
        "--config, --data and --seed are for an emulator: leave them out, because \(url) is a URL.")
    }
    var options = UpstreamOptions()
    options.trustFile = trustFile
    do throws(UpstreamError) {
      let upstream = try Upstream(url, options)
      (name, responder, server) = (upstream.url, upstream.verbatim, .url(upstream))
      (hosts, pages) = ([upstream.host], nil)
    } catch {
      Terminal.complain("\(error)")
      throw error.exitCode
    }
    credentials = ClientCredentials()
  }

  /// The server at the URL; `nil` if the target is an emulator.
  var upstream: Upstream? { if case .url(let upstream) = server { upstream } else { nil } }

  private var persisted: PersistedStage? {
    if case .emulator(let persisted) = server { persisted } else { nil }
  }

  /// Returns the request with the scheme, authority and path that the target expects.
  var address: @Sendable (Request) -> Request {
    { [upstream] request in upstream?.address(request) ?? request }
  }

  /// A responder that applies ``address`` and rejects requests from foreign web pages.
  var whole: Responder { refusingForeignPages(addressing(responder)) }

  /// Returns a responder for clients that may be browsers.
  ///
  /// Requests from pages that the emulator does not admit are rejected before `responder`.
  func refusingForeignPages(_ responder: Responder) -> Responder {
    pages?.guarding(responder) ?? responder
  }

  /// Returns a responder that applies ``address`` to each request.
  func addressing(_ responder: Responder) -> Responder { responder.before(address) }

  /// The emulator's namespace for requests that do not name one; `nil` for a URL.
  var namespace: Namespace? { try? persisted?.stage.namespace(Stage.defaultNamespace) }

  /// Returns the time for recorded exchanges, in milliseconds since 1970.
  ///
  /// For an emulator it is the time of the emulator's clock, for a URL that of the system.
  var clock: @Sendable () -> Int64 {
    let namespace = namespace
    return { namespace?.clock.milliseconds ?? SystemTime.milliseconds() }
  }

  /// Saves the emulator's state, if it has a data folder.
  func close() { persisted?.close() }
}
