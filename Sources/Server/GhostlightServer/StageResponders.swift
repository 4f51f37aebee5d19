import Ghostlight
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import NIOHTTP1
import Synchronization

/// The responders of a server's listeners: one for each emulator of a stage and one for the control
/// API.
final class StageResponders: Sendable {
  private struct Current {
    var stage: Stage
    var responders: [String: Responder]
  }

  /// Limits the bytes of all request bodies of the server.
  let bodies: BodyBudget
  private let options: ServerOptions
  /// The control API's access guard, shared by all stages so that a console stays signed in.
  private let access: ControlGuard
  private let addresses = ServerAddresses()
  /// The recordings, which continue when the stage is replaced.
  private let recordings = ControlRecordings()
  private let origins: [String: PublicOrigin]
  private let cosmos = Mutex<ListenerAddress?>(nil)
  private let current: Mutex<Current>

  init(_ stage: Stage, _ options: ServerOptions) {
    self.options = options
    bodies = BodyBudget(bytes: options.limits.allBodiesBytes)
    access = ControlGuard(options.controlToken, isConsoleReadOnly: options.isConsoleReadOnly)
    let names = stage.configuration.services.map(\.name)
    let isPublished = { (name: String) in options.publicAddresses.isPublished(name) }
    origins = names.filter(isPublished).reduce(into: [:]) { $0[$1] = PublicOrigin() }
    current = Mutex(
      Current(
        stage: stage, responders: Self.make(stage, options, access, addresses, origins, recordings))
    )
  }

  /// Returns a listener's responder; if stages can be replaced, it uses the latest one for each
  /// request.
  func responder(for listener: String) -> Responder {
    guard options.isReplaceable else { return latest(listener) }
    return Responder(name: listener, streamsBodies: latest(listener).streamsBodies) {
      [self] request, rest in
      let responder = latest(listener)
      guard let rest, !responder.streamsBodies else { return responder.ask(request, rest) }
      // The replaced stage streamed bodies, and the current one needs them whole.
      return .deferred(.task { [self] in await respond(request, rest, by: responder) })
    }
  }

  /// Returns a response to a request whose body is collected first, within the server's budget.
  private func respond(
    _ request: Request, _ rest: BodyStream, by responder: Responder
  ) async -> Response {
    let share = BodyBudget.Share(of: bodies)
    defer { withExtendedLifetime(share) {} }
    var whole = request
    do throws(BodyInterruption) {
      while let piece = try await rest.nextPiece() {
        let count = whole.body.count + piece.count
        guard count <= options.limits.bodyBytes else { return Response(.contentTooLarge) }
        if count > BodyBudget.uncountedBytes {
          let isReserved = await bodies.reserve(count - share.bytes, for: share)
          guard isReserved else { return Response(.serviceUnavailable) }
        }
        whole.body += piece
      }
    } catch {
      return Response(.badRequest)
    }
    return await responder.respond(whole)
  }

  /// A closure that rejects calls of the control API before their bodies are read.
  var controlDenial: @Sendable (Request) -> Response? {
    { [access] request in ControlAPI.denial(of: request, by: access) }
  }

  /// The stage that serves new requests.
  var stage: Stage { current.withLock { $0.stage } }

  private func latest(_ listener: String) -> Responder {
    current.withLock { $0.responders[listener] }
      ?? Responder(name: listener, immediate: { _ in Response(.serviceUnavailable) })
  }

  /// Stores the bound address of a listener.
  ///
  /// - Returns: The base URL at which clients reach the listener.
  func setAddress(_ bound: ListenerAddress, of listener: String) -> String {
    let address = options.publicAddresses.address(of: listener, at: bound.port)
    if let address { origins[listener]?.setAddress(address) }
    let url = address?.url ?? bound.url
    addresses.setURL(url, for: listener)
    if listener == "cosmos" {
      cosmos.withLock { $0 = bound }
      setCosmosAddress(in: stage)
    }
    return url
  }

  /// Returns the responder for the probes of the server, which list the services with these names.
  func healthProbes(of services: [String]) -> Responder {
    HealthProbes.responder(
      failure: { [self] in stage.failure?.description },
      services: { [addresses] in
        services.compactMap { name in
          addresses[name].map { (name, ListenerAddress.reachable($0)) }
        }
      })
  }

  /// Replaces the stage, and ends all event subscriptions of the old stage.
  func replace(with stage: Stage) {
    setCosmosAddress(in: stage)
    let responders = Self.make(stage, options, access, addresses, origins, recordings)
    let old = current.withLock { current in
      defer { current = Current(stage: stage, responders: responders) }
      return current.stage
    }
    old.endWatching()
    for name in old.namespaceNames {
      // Dropping a namespace never fails on a stage that does not store changes durably.
      do throws(NamespaceError) { try old.drop(name) } catch { continue }
    }
  }

  /// Ends all event subscriptions.
  func endWatching() { stage.endWatching() }

  private func setCosmosAddress(in stage: Stage) {
    guard let bound = cosmos.withLock({ $0 }) else { return }
    stage.configuration.setCosmosPort(bound.port)
    guard !options.publicAddresses.isEmpty else { return }
    let address = options.publicAddresses.address(of: "cosmos", at: bound.port)
    stage.configuration.setCosmosOrigin(
      scheme: address?.scheme ?? bound.scheme, authority: address?.authority ?? bound.authority)
  }

  /// Returns the name of the responder that serves an emulator's requests through the proxy.
  static func proxied(_ emulator: String) -> String { "proxied \(emulator)" }

  private static func make(
    _ stage: Stage, _ options: ServerOptions, _ access: ControlGuard,
    _ addresses: ServerAddresses, _ origins: [String: PublicOrigin],
    _ recordings: ControlRecordings
  ) -> [String: Responder] {
    let hosts = options.hosts(of: stage.configuration)
    let misdirected = MisdirectedRequest(stage.configuration, hosts: hosts, at: addresses)
    stage.explainRefusals { misdirected.hint(for: $0, at: $1) }
    stage.callPrograms(by: ProgramCaller(ProgramClient.responder) { addresses[$0] })
    let control = ControlAPI(
      ControlContext(
        stage: stage, addresses: addresses, misdirected: misdirected,
        isConsoleReadOnly: options.isConsoleReadOnly,
        contracts: ContractStore(options.contracts), articles: options.articles, access: access,
        recordings: recordings))
    var responders = ["control": control.responder]
    for emulator in stage.configuration.services {
      guard var responder = stage.strictResponder(for: emulator.name) else { continue }
      if let recorder = options.recorder { responder = responder.recorded(into: recorder) }
      responder = recordings.attached(to: responder, of: emulator.name)
      if let folder = emulator.pageFolder, let isForPage = emulator.isForPage {
        responder = StaticFolder(folder).serving(responder, where: isForPage)
      }
      if !options.admitsAllPages {
        responder = OriginGuard(of: emulator, allowing: hosts.allowed).guarding(responder)
      }
      // Requests through the proxy get no host guard, because its rules select the hosts, and no
      // public address, because they keep the client's host.
      if options.proxy != nil {
        responders[proxied(emulator.name)] = responder.watched(by: options.onExchange)
      }
      if let origin = origins[emulator.name] { responder = responder.published(at: origin) }
      if emulator.name == "cosmos" {
        responder = responder.handingOut(
          certificate: options.tls?.trusted,
          console: { addresses["control"].map { ListenerAddress.reachable($0) + "/console/data" } })
      }
      var hostGuard = HostGuard(of: emulator.name, in: hosts, remedy: options.hostRemedy)
      hostGuard.hint = { misdirected.hint(for: $0, at: emulator.name) }
      responders[emulator.name] = hostGuard.guarding(responder).watched(by: options.onExchange)
    }
    return responders
  }
}

extension Responder {
  /// Returns a responder that calls `note` with each request and response.
  fileprivate func watched(
    by note: (@Sendable (String, Request, Response) -> Void)?
  ) -> Responder {
    guard let note else { return self }
    return after { [name] response, request in
      note(name, request, response)
      return response
    }
  }
}

/// Sends the requests of emulators to programs of the user's, such as those of custom code.
///
/// Each request has its own connection. Redirects are not followed, and header fields that concern
/// only a connection are removed in both directions. A program that does not respond gets a response
/// whose `upstreamFailure` names the program, the problem and a remedy.
enum ProgramClient {
  static let responder = Responder(name: "program") { request in await send(request) }

  private static func send(_ request: Request) async -> Response {
    let subject = "the program at \(request.place)"
    do throws(ClientError) {
      guard let peer = HTTPOrigin("\(request.scheme)://\(request.authority)") else {
        throw .unsendable(reason: "its URL is not valid")
      }
      var head = HTTPRequestHead(
        version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue),
        uri: request.target.raw, headers: UpstreamFields.headers(of: request))
      head.headers.add(name: "Connection", value: "close")
      let framed = peer.framed(head, request.body, isFollowed: false, length: nil)
      let tls = peer.scheme == "https" ? try systemTLS() : nil
      var response = try await peer.begin(framed, request.body, tls: tls)
      UpstreamFields.strip(&response.headers)
      return response
    } catch {
      let remedy = remedy(for: error).map { "; \($0)" } ?? ""
      return .unavailable(because: error.sentence(about: subject) + remedy)
    }
  }

  private static func systemTLS() throws(ClientError) -> ClientTLS {
    do {
      return try ClientTLS(trusting: nil)
    } catch {
      throw .insecure(reason: "\(error)")
    }
  }

  private static func remedy(for error: ClientError) -> String? {
    switch error {
    case .unreachable: "start it there, or correct \"forward\""
    case .broken, .improper: "correct the program"
    case .insecure, .silent, .unsendable, .upload, .cancelled: nil
    }
  }
}
