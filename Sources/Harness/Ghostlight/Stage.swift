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
  private let spaces: Mutex<[String: Namespace]>

  /// The namespace of requests that name none.
  public static let defaultNamespace = "default"

  /// Makes a stage; every namespace starts as a fork of the emulators' seeds.
  public init(_ configuration: StageConfiguration = StageConfiguration()) {
    self.configuration = configuration
    let initial = Namespace(name: Self.defaultNamespace, configuration)
    spaces = Mutex([Self.defaultNamespace: initial])
  }

  /// The namespace of a name; it appears on first use.
  ///
  /// - Throws: ``NamespaceProblem`` where the name is none or there are too many.
  public func namespace(
    _ name: String = defaultNamespace
  ) throws(NamespaceProblem) -> Namespace {
    let found: Result<Namespace, NamespaceProblem> = spaces.withLock { spaces in
      if let known = spaces[name] { return .success(known) }
      guard NamespaceProblem.isName(name) else { return .failure(.badName(name)) }
      guard spaces.count < configuration.namespaces else {
        return .failure(.tooMany(configuration.namespaces))
      }
      let fresh = Namespace(name: name, configuration)
      spaces[name] = fresh
      return .success(fresh)
    }
    return try found.get()
  }

  /// The names of all namespaces, sorted.
  public var namespaceNames: [String] { spaces.withLock { Array($0.keys) }.sorted() }

  /// Makes `name` a copy of `source` as it is now, in place of what it was.
  ///
  /// - Throws: ``NamespaceProblem`` where a name is none or there are too many.
  @discardableResult
  public func fork(
    _ source: String = defaultNamespace, as name: String
  ) throws(NamespaceProblem) -> Namespace {
    guard NamespaceProblem.isName(name) else { throw .badName(name) }
    let snapshot = try namespace(source).snapshot()
    let fork = Namespace(name: name, configuration, from: snapshot)
    // What was there is freed outside the lock, when the closure has answered it.
    let made: (isMade: Bool, old: Namespace?) = spaces.withLock { spaces in
      guard spaces[name] != nil || spaces.count < configuration.namespaces else {
        return (false, nil)
      }
      return (true, spaces.updateValue(fork, forKey: name))
    }
    guard made.isMade else { throw .tooMany(configuration.namespaces) }
    return fork
  }

  /// Forgets a namespace; its next use starts from the seeds.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func drop(_ name: String) -> Bool {
    guard let dropped = spaces.withLock({ $0.removeValue(forKey: name) }) else { return false }
    Leftovers.free(dropped)
    return true
  }
}

extension Stage {
  /// Lets an emulator answer a request, in the namespace that the request names.
  ///
  /// A namespace is named by the field `X-Ghostlight-Namespace`, else by a host
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
    return Responder(name: emulator) { [self] request in
      respond(to: request, emulator: position)
    }
  }

  private func respond(to request: Request, emulator: Int) -> Response {
    do throws(NamespaceProblem) {
      return try namespace(Self.namespaceName(of: request))
        .respond(to: request, emulator: emulator)
    } catch {
      return NamespaceProblem.response(error.description)
    }
  }

  /// The namespace that a request is for.
  static func namespaceName(of request: Request) -> String {
    if let name = request.headers.value(of: .ghostlightNamespace) { return name }
    guard request.authority.utf8.contains(UInt8(ascii: "l")) else { return defaultNamespace }
    let host = request.host
    guard host.hasSuffix(".localhost") else { return defaultNamespace }
    return String(host.dropLast(".localhost".count))
  }
}
