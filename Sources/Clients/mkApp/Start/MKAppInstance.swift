import Dispatch
public import Foundation
import GhostlightClient
import Synchronization

/// The connection of an app to its backend: settings, session and the logged-in user.
///
/// An app has one, ``sharedInstance``, and configures it when it starts. New objects, queries and
/// users belong to the current instance. A test creates its own instance and calls the module
/// within `MKAppInstance.$current.withValue(instance) { … }`. Callbacks of such calls run with the
/// same current instance. An instance can be used from any thread.
///
/// ```swift
/// import mkApp
///
/// let appInstance = MKAppInstance.sharedInstance
/// appInstance.projectAPIname = "<YourProjectName>"
/// appInstance.APISecret = "<YourAPISecret>"
/// ```
///
/// - Source: protocol reference C1.
public final class MKAppInstance: Sendable {
  /// The instance that new objects belong to.
  @TaskLocal public static var current = MKAppInstance()

  /// The app's instance; within `$current.withValue` the instance of that scope.
  public static var sharedInstance: MKAppInstance { current }
  /// Returns ``sharedInstance``.
  public static func shared() -> MKAppInstance { current }

  /// The transport, clock and storage of the instance.
  public let environment: MKEnvironment
  let state: Mutex<MKAppState>
  /// Locked while the session and then its storage change, so that both get the same changes in the
  /// same order.
  let storing = Mutex(())
  /// The login that replaces an expired session, while it is in progress.
  let renewal = SharedWork<Bool>()

  /// Creates an instance without settings.
  ///
  /// ``init(environment:)`` creates one for an emulator.
  public init(_ environment: MKEnvironment = MKEnvironment()) {
    self.environment = environment
    state = Mutex(MKAppState(callbackQueue: environment.callbackQueue))
  }

  /// A factory for requests that the other classes do not cover.
  public var network: MKNetwork { MKNetwork(self) }

  /// Returns the logged-in user, or `nil`.
  public func getLoggedUser() -> MKUser? { state.withLock { $0.user } }

  /// The id of the session, which the `CRUD` module needs; `nil` if no user is logged in.
  public var sessionID: String? { state.withLock { $0.sessionID } }
}

/// The mutable state of an instance, which its lock protects.
struct MKAppState: Sendable {
  var projectName: String?
  var secret: String?
  var endpoint: String?
  var template = "https://{project}.baas.invalid"
  var datesInSeconds = false
  var lowerCasesNames = false
  var logsRequests = false
  var reportsUse = true
  var callbackQueue: DispatchQueue
  var directory: URL?
  var sessionID: String?
  var user: MKUser?
  /// The number of changes of the session.
  var sessionChanges = 0
  /// The number of logins that were tried because a session had expired.
  var renewals = 0
  /// The report of this process's use; `nil` until it is started.
  var report: Task<Void, Never>?

  init(callbackQueue: DispatchQueue) { self.callbackQueue = callbackQueue }

  /// The mark with which a call later recognises whether its session is still the current one.
  var mark: SessionMark {
    SessionMark(sessionID: sessionID, renewals: renewals, changes: sessionChanges)
  }

  mutating func begin(_ sessionID: String?, of user: MKUser?) {
    self.sessionID = sessionID
    self.user = user
  }

  mutating func endSession() { begin(nil, of: nil) }
}

/// The session at one moment, and the counters that show whether it has changed since.
struct SessionMark: Sendable {
  let sessionID: String?
  let renewals: Int
  let changes: Int
}

extension MKAppInstance {
  /// Returns the address that results from the settings.
  ///
  /// - Throws: `invalidParams` if name or secret is missing, or the result is not a valid URL.
  func address() throws(MKError) -> Endpoint {
    let state = state.withLock { $0 }
    guard state.secret?.isEmpty == false else {
      throw MKError(
        .invalidParams, message: "There is no API secret; set APISecret at the app's start.")
    }
    let text = try Self.endpoint(state)
    guard let address = Endpoint(text)?.base,
      !address.target.contains(where: { "?#".contains($0) })
    else {
      throw MKError(
        .invalidParams, message: "\"\(text)\" is no address; write it as https://host/path.")
    }
    return address
  }

  private static func endpoint(_ state: MKAppState) throws(MKError) -> String {
    if let endpoint = state.endpoint { return endpoint }
    guard let name = state.projectName, !name.isEmpty else {
      throw MKError(
        .invalidParams, message: "There is no project; set projectAPIname at the app's start.")
    }
    return name.contains("://") ? name : state.template.replacing("{project}", with: name)
  }
}

extension MKAppInstance {
  /// Creates an instance whose backend is the emulator of an environment.
  ///
  /// In a test, `TestContext.environment()` creates the environment, and the secret is that of the
  /// test's emulator:
  ///
  /// ```swift
  /// import GhostlightTesting
  /// import mkApp
  ///
  /// let instance = MKAppInstance(environment: try TestContext.current.environment())
  /// ```
  ///
  /// With another environment, the backend is the emulator on this machine.
  ///
  /// Address and secret are then those of `GHOSTLIGHT_MIA_URL` and `MIA_SECRET`, which `ghostlight
  /// exec` sets, otherwise `http://127.0.0.1:4402` and `s3cr3t`.
  public convenience init(environment: MKEnvironment) {
    self.init(emulator: nil, environment: environment)
  }

  /// Creates an instance whose backend is the emulator at an address.
  ///
  /// If the address or the secret is `nil`, the defaults of ``init(environment:)`` are used.
  public convenience init(
    emulator url: URL?, secret: String? = nil, environment: MKEnvironment = MKEnvironment()
  ) {
    self.init(environment)
    APIEndpoint = EmulatorAddress(url, of: "mia", port: 4402).text
    APISecret = secret ?? environment.emulatorKeys.key("MIA_SECRET", published: "s3cr3t")
  }
}

extension Endpoint {
  /// The address without slashes at its end.
  var base: Endpoint {
    var base = self
    while base.target.hasSuffix("/") { base.target.removeLast() }
    return base
  }
}
