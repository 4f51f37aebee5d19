import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The target of a recording, a spy or a comparison: an emulator, or a server at a URL.
struct DiffTarget {
  /// Responds to requests to which ``address`` has been applied.
  var responder: Responder
  /// Returns the request with the scheme, authority and path that the target expects.
  let address: @Sendable (Request) -> Request
  /// The server at the URL; `nil` if the target is an emulator.
  let upstream: Upstream?
  /// The keys and secrets to insert into the requests of a redacted recording.
  let credentials: ClientCredentials
  /// The target's name in the rules of a proxy.
  let name: String
  /// The rules by which a proxy forwards the target's own hosts to ``name`` and rejects all others.
  ///
  /// The property is `nil` for a URL whose host is an IP address or a single label, because no
  /// certificate can be created for such a host.
  let proxySettings: ProxySettings?
  /// Patterns for the hosts that clients use for the target itself.
  let hosts: [String]
  private let persisted: PersistedStage?
  private let pages: OriginGuard?

  private static let upstreamName = "upstream"

  /// Opens the target that `text` names: an emulator's name, or a URL.
  ///
  /// - Throws: `ExitCode`, after printing one line: 64 if `text` is neither, 65 if the
  ///   configuration is invalid.
  init(_ text: String, _ stage: StageOptions, trustFile: String? = nil) throws {
    if let emulator = Service.all.first(where: { $0.name == text }) {
      let persisted = try stage.open()
      guard let responder = persisted.stage.responder(for: emulator.name) else {
        Terminal.complain("the configuration leaves out the emulator \(text)")
        throw ExitCode(65)
      }
      self.persisted = persisted
      self.responder = responder
      let configuration = persisted.stage.configuration
      pages = configuration.services.first { $0.name == text }.map {
        OriginGuard(of: $0, allowing: configuration.allowedHosts)
      }
      address = { request in request }
      upstream = nil
      credentials = ClientCredentials(
        of: configuration.services.first { $0.name == text } ?? emulator)
      name = emulator.name
      proxySettings = Self.proxySettings(of: configuration)
      hosts = configuration.hosts.patterns(of: text)
      return
    }
    guard text.contains("://") else {
      let names = Service.all.map(\.name).joined(separator: ", ")
      Terminal.complain("\"\(text)\" is neither a URL nor an emulator; there are: \(names)")
      throw ExitCode(64)
    }
    guard !stage.isGiven else {
      Terminal.complain(
        "--config, --data, --seed and --max-work are for an emulator; \(text) is a URL")
      throw ExitCode(64)
    }
    credentials = ClientCredentials()
    var options = UpstreamOptions()
    options.trustFile = trustFile
    do throws(UpstreamError) {
      let upstream = try Upstream(text, options)
      self.upstream = upstream
      persisted = nil
      pages = nil
      responder = upstream.verbatim
      address = { request in upstream.address(request) }
      name = Self.upstreamName
      let host = URLComponents(string: text)?.host
      hosts = [host].compactMap(\.self)
      proxySettings = host.flatMap {
        ProxyRule($0, target: .emulator(Self.upstreamName))
      }.map { rule in
        var settings = Self.proxySettings(of: StageConfiguration())
        settings.add(rule)
        return settings
      }
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(64)
    }
  }

  /// Returns the proxy settings of a configuration, with a rule for each host of an emulator.
  ///
  /// A proxy for a target rejects requests to the hosts of emulators that are not the target.
  private static func proxySettings(of configuration: StageConfiguration) -> ProxySettings {
    var settings = configuration.proxy
    for rule in configuration.hosts.rules { settings.add(rule) }
    return settings
  }

  /// The emulator's namespace for requests that do not name one; `nil` for a URL.
  var namespace: Namespace? { try? persisted?.stage.namespace(Stage.defaultNamespace) }

  /// Returns the time for recorded exchanges, in milliseconds since 1970.
  ///
  /// For an emulator it is the time of the emulator's clock, for a URL that of the system.
  var clock: @Sendable () -> Int64 {
    let namespace = namespace
    return { namespace?.clock.milliseconds ?? AuthorityFolder.nowMilliseconds }
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
  func addressing(_ responder: Responder) -> Responder {
    responder.before(address)
  }

  /// Saves the emulator's state, if it has a data folder.
  func close() { persisted?.close() }
}
