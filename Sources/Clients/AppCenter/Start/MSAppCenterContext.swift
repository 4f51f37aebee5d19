import Foundation
import Synchronization

/// One instance of the SDK: its environment, its services and the signed-in user.
///
/// An app does not need it: all calls act in ``current``, which is the same everywhere in the
/// process. A test creates its own context and calls the SDK within `$current.withValue`. Handlers
/// and delegates of these calls run in the same context, and tests with different contexts do not
/// affect each other.
///
/// ```swift
/// import AppCenter
///
/// var environment = MSAppCenterEnvironment()
/// environment.storage = .memory
/// let context = MSAppCenterContext(environment: environment)
/// MSAppCenterContext.$current.withValue(context) {
///   MSAppCenter.start("11111111-2222-3333-4444-555555555555", withServices: [MSAuth.self])
/// }
/// ```
public final class MSAppCenterContext: Sendable {
  /// The context in which the SDK's functions act.
  @TaskLocal public static var current = MSAppCenterContext()

  /// The transport, clock and storage of the context.
  public let environment: MSAppCenterEnvironment
  /// The account that is signed in, and its token.
  public let authTokenContext: MSAuthTokenContext
  package let reachability: MSNetworkReachability
  package let storage: MSStorage

  private struct State {
    var secret: String?
    var services: [MSServiceAbstract.Type] = []
    var parts: [ObjectIdentifier: any AnyObject & Sendable] = [:]
  }

  private let state = Mutex(State())

  /// Creates a context in which no service is started.
  public init(environment: MSAppCenterEnvironment = MSAppCenterEnvironment()) {
    self.environment = environment
    let storage = MSStorage(environment.storage, variables: environment.variables)
    self.storage = storage
    reachability = MSNetworkReachability(environment.reachability)
    authTokenContext = MSAuthTokenContext(storage: storage)
  }

  /// The App Secret; `nil` until a service is started.
  package var secret: String? { state.withLock { $0.secret } }

  package var http: MSHTTPClient { MSHTTPClient(environment, reachability) }

  /// Returns a service's object of this type, which the first call creates and the context keeps.
  package func part<Part: AnyObject & Sendable>(
    _ type: Part.Type, _ make: (MSAppCenterContext) -> Part
  ) -> Part {
    let key = ObjectIdentifier(type)
    if let known = state.withLock({ $0.parts[key] }) as? Part { return known }
    let fresh = make(self)
    let kept = state.withLock { state in
      let kept = state.parts[key] ?? fresh
      state.parts[key] = kept
      return kept
    }
    return kept as? Part ?? fresh
  }
}

extension MSAppCenterContext {
  private static let enabledKey = "kMSAppCenterIsEnabledKey"

  /// Whether the SDK is enabled, so that started services run.
  package var isEnabled: Bool { storage.settings.string(forKey: Self.enabledKey) != "false" }

  func setEnabled(_ enabled: Bool) {
    storage.settings.setString(enabled ? nil : "false", forKey: Self.enabledKey)
    let services = state.withLock { $0.services }
    for service in services { service.setEnabled(enabled) }
  }

  func start(_ appSecret: String, _ services: [MSServiceAbstract.Type]) {
    guard let secret = Self.secret(in: appSecret) else { return }
    let fresh = state.withLock { state in
      state.secret = state.secret ?? secret
      var fresh: [MSServiceAbstract.Type] = []
      for service in services where !state.services.contains(where: { $0 == service }) {
        state.services.append(service)
        fresh.append(service)
      }
      return fresh
    }
    for service in fresh { service.start(in: self) }
  }

  /// Returns the App Secret in a list such as `target=…;appsecret=…`, in which the key `appsecret`
  /// is optional.
  static func secret(in text: String) -> String? {
    for part in text.split(separator: ";").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if part.isEmpty || part.hasPrefix("target=") { continue }
      let secret = part.hasPrefix("appsecret=") ? String(part.dropFirst(10)) : part
      return secret.isEmpty ? nil : secret
    }
    return nil
  }
}
