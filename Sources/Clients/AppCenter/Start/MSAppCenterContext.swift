import Foundation
import Synchronization

/// One run of the SDK: its environment, its services, and who is signed in.
///
/// An app never meets it: all calls work on ``current``, which is one for the process. A test that
/// wants a run for itself makes its own and calls the SDK within
/// `MSAppCenterContext.$current.withValue(context) { … }`; handlers and delegates are called within
/// the same context.
public final class MSAppCenterContext: Sendable {
  /// The run that calls work on.
  @TaskLocal public static var current = MSAppCenterContext()

  /// What the run takes from outside.
  public let environment: MSAppCenterEnvironment
  /// Who is signed in.
  public let authTokenContext: MSAuthTokenContext
  package let reachability: MSNetworkReachability
  package let storage: MSStorage

  private struct State {
    var secret: String?
    var services: [MSServiceAbstract.Type] = []
    var parts: [ObjectIdentifier: any AnyObject & Sendable] = [:]
  }

  private let state = Mutex(State())

  /// Makes a run of which no service is started.
  public init(environment: MSAppCenterEnvironment = MSAppCenterEnvironment()) {
    self.environment = environment
    let storage = MSStorage(environment.storage, variables: environment.variables)
    self.storage = storage
    reachability = MSNetworkReachability(environment.reachability)
    authTokenContext = MSAuthTokenContext(storage: storage)
  }

  /// The App Secret, once a service was started.
  package var secret: String? { state.withLock { $0.secret } }

  package var http: MSHTTPClient { MSHTTPClient(environment, reachability) }

  /// The one object of a type that a service keeps here, made on first use.
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

  /// Whether services may run.
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

  /// The secret among `key=value` pairs, or `nil` where there is none.
  static func secret(in text: String) -> String? {
    for part in text.split(separator: ";").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if part.isEmpty || part.hasPrefix("target=") { continue }
      let secret = part.hasPrefix("appsecret=") ? String(part.dropFirst(10)) : part
      return secret.isEmpty ? nil : secret
    }
    return nil
  }
}
