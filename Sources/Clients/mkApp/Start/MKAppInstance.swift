import Dispatch
public import Foundation
import GhostlightClient
import Synchronization

/// The connection of an app to its backend: settings, session and the logged-in user.
///
/// An app has one instance, ``sharedInstance``, and configures it when it starts. New objects,
/// queries and users belong to the current instance. A test creates its own instance and calls the
/// module within `MKAppInstance.$current.withValue(instance) { … }`. Callbacks of these calls run
/// with the same current instance. An instance can be used from any thread.
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
  /// The instance that new objects, queries and users belong to.
  @TaskLocal public static var current = MKAppInstance()

  /// The app's instance, or within `$current.withValue` the instance that was passed there.
  public static var sharedInstance: MKAppInstance { current }
  /// Returns ``sharedInstance``; the importer's name for the Objective-C method.
  public static func shared() -> MKAppInstance { current }

  /// The transport, clock and storage of the instance.
  public let environment: MKEnvironment
  let state: Mutex<MKAppState>
  /// Locked while the session and its stored copy are changed, so that both get the changes in the
  /// same order.
  let storing = Mutex(())
  /// The running login that replaces an expired session; concurrent calls share it.
  let renewal = SharedWork<Bool>()

  /// Creates an instance that has no project name, URL or secret yet.
  ///
  /// To use an emulator, call ``init(environment:)`` instead.
  public init(_ environment: MKEnvironment = MKEnvironment()) {
    self.environment = environment
    state = Mutex(MKAppState(callbackQueue: environment.callbackQueue))
  }

  /// A factory for requests that the other classes do not cover.
  public var network: MKNetwork { MKNetwork(self) }

  /// Returns the logged-in user, or `nil` if no user is logged in.
  public func getLoggedUser() -> MKUser? { state.withLock { $0.user } }

  /// The session's id; `nil` if no user is logged in.
  ///
  /// Pass it to `setSessionID` of the `CRUD` module.
  public var sessionID: String? { state.withLock { $0.sessionID } }
}

/// The mutable state of an instance, protected by the instance's lock.
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
  /// The number of times that the session has changed.
  var sessionChanges = 0
  /// The number of logins that were attempted because a session had expired.
  var renewals = 0
  /// The task that reports this process's use of the app; `nil` until it is started.
  var report: Task<Void, Never>?

  init(callbackQueue: DispatchQueue) { self.callbackQueue = callbackQueue }

  /// A snapshot with which a call later checks whether its session is still the current one.
  var mark: SessionMark {
    SessionMark(sessionID: sessionID, renewals: renewals, changes: sessionChanges)
  }

  mutating func begin(_ sessionID: String?, of user: MKUser?) {
    self.sessionID = sessionID
    self.user = user
  }

  mutating func endSession() { begin(nil, of: nil) }
}

/// A snapshot of the session, with the counters that show whether it has changed since.
struct SessionMark: Sendable {
  let sessionID: String?
  let renewals: Int
  let changes: Int
}

extension MKAppInstance {
  /// Returns the backend's URL according to the settings.
  ///
  /// - Throws: `invalidParams` if the project name or the secret is missing, or if the resulting
  ///   URL is invalid.
  func address() throws(MKError) -> Endpoint {
    let state = state.withLock { $0 }
    guard state.secret?.isEmpty == false else {
      throw MKError(
        .invalidParams, message: "The API secret is missing; set APISecret when the app starts.")
    }
    let text = try Self.endpoint(state)
    guard let address = Endpoint(text)?.base,
      !address.target.contains(where: { "?#".contains($0) })
    else {
      throw MKError(
        .invalidParams, message: "Invalid address \"\(text)\"; write it as https://host/path.")
    }
    return address
  }

  private static func endpoint(_ state: MKAppState) throws(MKError) -> String {
    if let endpoint = state.endpoint { return endpoint }
    guard let name = state.projectName, !name.isEmpty else {
      throw MKError(
        .invalidParams,
        message: "The project name is missing; set projectAPIname when the app starts.")
    }
    return name.contains("://") ? name : state.template.replacing("{project}", with: name)
  }
}

extension MKAppInstance {
  /// Creates an instance that uses the emulator of the given environment.
  ///
  /// In a test, `TestContext.environment()` returns the environment, and the secret is that of the
  /// test's emulator:
  ///
  /// ```swift
  /// import GhostlightTesting
  /// import mkApp
  ///
  /// let instance = MKAppInstance(environment: try TestContext.current.environment())
  /// ```
  ///
  /// An environment that you create uses the emulator on this machine. The emulator's URL and the
  /// secret are then read from the variables `GHOSTLIGHT_MIA_URL` and `MIA_SECRET`, which
  /// `ghostlight exec` sets. Without these variables they are `http://127.0.0.1:4402` and `s3cr3t`.
  public convenience init(environment: MKEnvironment) {
    self.init(emulator: nil, environment: environment)
  }

  /// Creates an instance that uses the emulator at a URL.
  ///
  /// If the URL or the secret is `nil`, it is found as described at ``init(environment:)``.
  public convenience init(
    emulator url: URL?, secret: String? = nil, environment: MKEnvironment = MKEnvironment()
  ) {
    self.init(environment)
    APIEndpoint = EmulatorAddress(url, of: "mia", port: 4402).text
    APISecret = secret ?? environment.emulatorKeys.key("MIA_SECRET", published: "s3cr3t")
  }
}

extension Endpoint {
  /// The URL without trailing slashes.
  var base: Endpoint {
    var base = self
    while base.target.hasSuffix("/") { base.target.removeLast() }
    return base
  }
}
