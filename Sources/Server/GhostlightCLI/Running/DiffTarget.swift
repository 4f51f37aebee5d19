import ArgumentParser
import Ghostlight
import GhostlightCore
import GhostlightServer

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Who answers behind a recorder, a spy or a comparison: an emulator of ours, or a URL.
struct DiffTarget {
  /// Answers requests that ``address`` has made its own.
  var responder: Responder
  /// Makes a request one of the counterpart's.
  let address: @Sendable (Request) -> Request
  /// The counterpart where it is a URL.
  let upstream: Upstream?
  /// What requests of a redacted recording lack.
  let credentials: ClientCredentials
  /// What a proxy's rules call the counterpart.
  let name: String
  /// Rules by which a proxy leads the counterpart's own hosts to ``name``, and refuses all others;
  /// `nil` for a URL of an address or a single label, which no certificate is made for.
  let proxySettings: ProxySettings?
  /// The hosts by which clients call the counterpart itself, as patterns.
  let hosts: [String]
  private let persisted: PersistedStage?
  private let pages: OriginGuard?

  private static let upstreamName = "upstream"

  /// Opens what a text names.
  ///
  /// - Throws: `ExitCode` 64 for what is neither, 65 for a broken configuration, after one line.
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

  /// The space that an emulator answers in where a request names none.
  var namespace: Namespace? { try? persisted?.stage.namespace(Stage.defaultNamespace) }

  /// Reads the clock that a recording of the target goes by, in milliseconds since 1970: that of the
  /// emulator, else the system's.
  var clock: @Sendable () -> Int64 {
    let namespace = namespace
    return { namespace?.clock.milliseconds ?? AuthorityFolder.nowMilliseconds }
  }

  /// Answers any request.
  var whole: Responder { refusingForeignPages(addressing(responder)) }

  /// The same responder, for clients that may be browsers: pages that an emulator refuses get no
  /// response from its backend.
  func refusingForeignPages(_ responder: Responder) -> Responder {
    pages?.guarding(responder) ?? responder
  }

  /// A responder that gets the counterpart's own requests.
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

  /// Saves what an emulator holds, where it is to be kept.
  func close() { persisted?.close() }
}
