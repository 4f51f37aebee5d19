public import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization

/// Hosts the emulators: in a test process, behind the server, under a contract run.
///
/// ```swift
/// let stage = Stage()
/// let response = stage.respond(to: .json(.post, "/todo", ["title": "x"]), by: "stackmob")
/// ```
public final class Stage: Sendable {
  /// What the stage was made with.
  public let configuration: StageConfiguration
  /// Where changes are written down before they are answered.
  let log: (any ChangeLog)?
  private let seeds: [any Backend]
  let spaces: Mutex<NamespaceTable>
  /// What the journals of all namespaces hold together.
  let journals: JournalBytes
  /// Held while namespaces are copied or dropped, so that a cut is before or after it in all.
  private let order = Mutex(())

  /// The namespace of requests that name none.
  public static let defaultNamespace = NamespaceAddress.defaultName

  /// Makes a stage; every namespace starts as a fork of the emulators' seeds.
  ///
  /// With a log, whatever changes a namespace is written down before it is answered.
  public init(
    _ configuration: StageConfiguration = StageConfiguration(), log: (any ChangeLog)? = nil
  ) {
    self.configuration = configuration
    self.log = log
    journals = JournalBytes(limit: configuration.journalTotalBytes)
    seeds = configuration.emulators.map(\.seed)
    let initial = Namespace(
      Scene(
        name: Self.defaultNamespace, configuration, seeds: seeds, log: log, journals: journals))
    spaces = Mutex(NamespaceTable([Self.defaultNamespace: initial]))
  }

  /// The namespace of a name; it appears on first use.
  ///
  /// Where there are as many as there may be, the least recently used one goes of those that were
  /// never changed and that nobody holds.
  ///
  /// - Throws: ``NamespaceProblem`` where the name is none or there are too many.
  public func namespace(
    _ name: String = defaultNamespace
  ) throws(NamespaceProblem) -> Namespace {
    if let known = spaces.withLock({ $0.use(name) }) { return known }
    return try make(name)
  }

  private func make(_ name: String) throws(NamespaceProblem) -> Namespace {
    guard NamespaceProblem.isName(name) else { throw .badName(name) }
    let fresh = Namespace(scene(name))
    let (found, evicted) = spaces.withLock { spaces -> (Namespace?, Namespace?) in
      if let known = spaces.use(name) { return (known, nil) }
      let (hasRoom, evicted) = spaces.makeRoom(limit: configuration.namespaces)
      guard hasRoom else { return (nil, nil) }
      spaces[name] = fresh
      return (spaces.use(name), evicted)
    }
    if let evicted { Leftovers.free(evicted) }
    guard let found else { throw .tooMany(configuration.namespaces) }
    return found
  }

  /// What a namespace of a name is told.
  func scene(_ name: String) -> Scene {
    Scene(name: name, configuration, seeds: seeds, log: log, journals: journals)
  }

  /// The names of all namespaces, sorted.
  public var namespaceNames: [String] { spaces.withLock { $0.names }.sorted() }

  /// What the journals of all namespaces hold at present, in bytes.
  package var journalByteCount: Int { journals.count }

  /// Lets `body` run while no namespace is copied or dropped.
  func inOrder<Result>(_ body: () -> Result) -> Result { order.withLock { _ in body() } }
}

extension Stage {
  /// Lets an emulator answer a request, in the namespace that the request names.
  ///
  /// A namespace is named by a path below `/__ghostlight/ns/<namespace>/`, as addresses in answers
  /// may have it, else by the field `X-Ghostlight-Namespace`, else by a host
  /// `<namespace>.localhost`, else it is `default`.
  public func respond(to request: Request, by emulator: String) -> Response {
    guard let position = configuration.emulators.firstIndex(where: { $0.name == emulator }) else {
      return NamespaceProblem.response("no emulator is named \"\(emulator)\"")
    }
    return respond(to: request, emulator: position)
  }

  /// An emulator as something that answers requests.
  ///
  /// - Returns: `nil` where the stage has no emulator of that name.
  public func responder(for emulator: String) -> Responder? {
    guard let position = configuration.emulators.firstIndex(where: { $0.name == emulator }) else {
      return nil
    }
    var responder = Responder(name: emulator) { [self] request in
      respond(to: request, emulator: position)
    }
    responder.attempt = { [self] request in
      do throws(NamespaceProblem) {
        if let (name, inner) = NamespaceAddress.unwrapped(request) {
          return try attempt(inner, in: name, emulator: position)
        }
        return try attempt(request, in: Self.namespaceName(of: request), emulator: position)
      } catch {
        return .answered(NamespaceProblem.response(error.description))
      }
    }
    return responder
  }

  private func respond(to request: Request, emulator: Int) -> Response {
    do throws(NamespaceProblem) {
      if let (name, inner) = NamespaceAddress.unwrapped(request) {
        return try respond(to: inner, in: name, emulator: emulator)
      }
      return try respond(to: request, in: Self.namespaceName(of: request), emulator: emulator)
    } catch {
      return NamespaceProblem.response(error.description)
    }
  }

  private func respond(
    to request: Request, in name: String, emulator: Int
  ) throws(NamespaceProblem) -> Response {
    let response = try namespace(name).respond(to: request, emulator: emulator)
    if journals.isOver { trimJournals() }
    return response
  }

  private func attempt(
    _ request: Request, in name: String, emulator: Int
  ) throws(NamespaceProblem) -> ResponseAttempt {
    let attempt = try namespace(name).attempt(request, emulator: emulator)
    if journals.isOver { trimJournals() }
    return attempt
  }

  /// Drops the journals of the least recently used namespaces, away from whoever noticed.
  private func trimJournals() {
    Task.detached { [self] in
      var rest = spaces.withLock { $0.byUse }
      journals.trim {
        guard let space = rest.popLast() else { return false }
        space.clearJournal()
        return true
      }
    }
  }

  /// The namespace that a request is for.
  package static func namespaceName(of request: Request) -> String {
    if let name = request.headers.value(of: .ghostlightNamespace) { return name }
    let mayBeName = request.authority.utf8.withContiguousStorageIfAvailable {
      $0.contains(UInt8(ascii: "l"))
    }
    guard mayBeName ?? true else { return defaultNamespace }
    let host = request.host
    guard host.hasSuffix(NamespaceAddress.ending) else { return defaultNamespace }
    return String(host.dropLast(NamespaceAddress.ending.count))
  }
}
