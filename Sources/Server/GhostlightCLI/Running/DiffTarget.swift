import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The target of a recorder, a spy or a comparison: an emulator, or a URL.
struct DiffTarget {
  /// Responds to requests to which ``address`` was applied.
  var responder: Responder
  /// Changes the address of a request to that of the target.
  let address: @Sendable (Request) -> Request
  /// The target if it is a URL; `nil` for an emulator.
  let upstream: Upstream?
  /// The keys and secrets that are missing from requests of a redacted recording.
  let credentials: ClientCredentials
  /// The name of the target in a proxy's rules.
  let name: String
  /// The rules by which a proxy forwards the target's own hosts to ``name``, and refuses all
  /// others.
  ///
  /// They are `nil` for a URL with an address or a single label, for which no certificate is
  /// created.
  let proxySettings: ProxySettings?
  /// The hosts by which clients call the target itself, as patterns.
  let hosts: [String]
  private let persisted: PersistedStage?
  private let pages: OriginGuard?

  private static let upstreamName = "upstream"

  /// Opens the emulator or the URL that a text names.
  ///
  /// - Throws: `ExitCode` 64 for any other text, 65 for an invalid configuration, after one line.
  init(_ text: String, _ stage: StageOptions, trustFile: String? = nil) throws {
    if let emulator = Emulator.all.first(where: { $0.name == text }) {
      let persisted = try stage.open()
      guard let responder = persisted.stage.responder(for: emulator.name) else {
        Terminal.complain("the configuration leaves out the emulator \(text)")
        throw ExitCode(65)
      }
      self.persisted = persisted
      self.responder = responder
      let configuration = persisted.stage.configuration
      pages = configuration.emulators.first { $0.name == text }.map {
        OriginGuard(of: $0, allowing: configuration.allowedHosts)
      }
      address = { request in request }
      upstream = nil
      credentials = ClientCredentials(
        of: persisted.stage.configuration.emulators.first { $0.name == text } ?? emulator)
      name = emulator.name
      proxySettings = persisted.stage.configuration.proxy
      hosts =
        (ProxySettings.vendorHosts[text] ?? []) + persisted.stage.configuration.allowedHosts
      return
    }
    guard text.contains("://") else {
      let names = Emulator.all.map(\.name).joined(separator: ", ")
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
        var settings = ProxySettings()
        settings.add(rule)
        return settings
      }
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode(64)
    }
  }

  /// The namespace of an emulator for requests that do not name one.
  var namespace: Namespace? { try? persisted?.stage.namespace(Stage.defaultNamespace) }

  /// Returns the time for a recording of the target, in milliseconds since 1970.
  ///
  /// It is that of the emulator's clock, or of the system for a URL.
  var clock: @Sendable () -> Int64 {
    let namespace = namespace
    return { namespace?.clock.milliseconds ?? AuthorityFolder.nowMilliseconds }
  }

  /// A responder for any request.
  var whole: Responder { refusingForeignPages(addressing(responder)) }

  /// Returns a responder for clients that may be browsers.
  ///
  /// Pages that an emulator refuses get no response from its backend.
  func refusingForeignPages(_ responder: Responder) -> Responder {
    pages?.guarding(responder) ?? responder
  }

  /// Returns a responder that applies ``address`` to each request.
  func addressing(_ responder: Responder) -> Responder {
    var addressing = Responder(name: responder.name) { request in
      await responder.respond(address(request))
    }
    if let respondNow = responder.respondNow {
      addressing.respondNow = { request in respondNow(address(request)) }
    }
    if let respondStreaming = responder.respondStreaming {
      addressing.respondStreaming = { request, body in respondStreaming(address(request), body) }
    }
    return addressing
  }

  /// Saves the state of an emulator, if it has a data folder.
  func close() { persisted?.close() }
}
