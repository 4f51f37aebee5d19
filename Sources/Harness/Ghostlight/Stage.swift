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
  let spaces: Mutex<[String: Namespace]>
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
    let initial = Namespace(Scene(name: Self.defaultNamespace, configuration, log: log))
    spaces = Mutex([Self.defaultNamespace: initial])
  }

  /// The namespace of a name; it appears on first use.
  ///
  /// - Throws: ``NamespaceProblem`` where the name is none or there are too many.
  public func namespace(
    _ name: String = defaultNamespace
  ) throws(NamespaceProblem) -> Namespace {
    try use(name) { Namespace(Scene(name: name, configuration, log: log)) }
  }

  /// The namespace of a name, or the one that `make` makes.
  func use(
    _ name: String, make: () -> Namespace
  ) throws(NamespaceProblem) -> Namespace {
    let found: Result<Namespace, NamespaceProblem> = spaces.withLock { spaces in
      if let known = spaces[name] { return .success(known) }
      guard NamespaceProblem.isName(name) else { return .failure(.badName(name)) }
      guard spaces.count < configuration.namespaces else {
        return .failure(.tooMany(configuration.namespaces))
      }
      let fresh = make()
      spaces[name] = fresh
      return .success(fresh)
    }
    return try found.get()
  }

  /// The names of all namespaces, sorted.
  public var namespaceNames: [String] { spaces.withLock { Array($0.keys) }.sorted() }

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
          return try namespace(name).attempt(inner, emulator: position)
        }
        return try namespace(Self.namespaceName(of: request))
          .attempt(request, emulator: position)
      } catch {
        return .answered(NamespaceProblem.response(error.description))
      }
    }
    return responder
  }

  private func respond(to request: Request, emulator: Int) -> Response {
    do throws(NamespaceProblem) {
      if let (name, inner) = NamespaceAddress.unwrapped(request) {
        return try namespace(name).respond(to: inner, emulator: emulator)
      }
      return try namespace(Self.namespaceName(of: request))
        .respond(to: request, emulator: emulator)
    } catch {
      return NamespaceProblem.response(error.description)
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
