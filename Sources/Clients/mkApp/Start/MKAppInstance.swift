import Dispatch
public import Foundation
import GhostlightClient
import Synchronization

/// The app's tie to its backend: name, secret, and who is logged in.
///
/// An app has one, ``sharedInstance``. A test that wants one for itself makes its own and calls the
/// module within `MKAppInstance.$current.withValue(instance) { … }`; callbacks come within the same.
///
/// - Source: protocol reference C1.
public final class MKAppInstance: Sendable {
  /// The instance that new objects belong to.
  @TaskLocal public static var current = MKAppInstance()

  /// The app's instance.
  public static var sharedInstance: MKAppInstance { current }
  /// The app's instance.
  public static func shared() -> MKAppInstance { current }

  /// What the module takes from outside.
  public let environment: MKEnvironment
  let state: Mutex<MKAppState>
  /// Held while the session changes and the store follows.
  let storing = Mutex(())
  /// The login in place of a dead session, while it is under way.
  let renewal = SharedWork<Bool>()

  /// Creates an instance that is not configured yet; ``init(environment:)`` makes one for an emulator.
  public init(_ environment: MKEnvironment = MKEnvironment()) {
    self.environment = environment
    state = Mutex(MKAppState(callbackQueue: environment.callbackQueue))
  }

  /// Tools for requests that no class makes.
  public var network: MKNetwork { MKNetwork(self) }

  /// Who is logged in.
  public func getLoggedUser() -> MKUser? { state.withLock { $0.user } }

  /// The id of the session, which the CRUD module wants; `nil` where nobody is logged in.
  public var sessionID: String? { state.withLock { $0.sessionID } }
}

/// What an instance knows at the moment.
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
  /// How often the session has changed.
  var sessionChanges = 0
  /// How often a session has been asked for anew because the old one was dead.
  var renewals = 0
  /// The report of this process's use, once it was begun.
  var report: Task<Void, Never>?

  init(callbackQueue: DispatchQueue) { self.callbackQueue = callbackQueue }

  /// What a call remembers, to tell later whether its session is still the current one.
  var mark: SessionMark {
    SessionMark(sessionID: sessionID, renewals: renewals, changes: sessionChanges)
  }

  mutating func begin(_ sessionID: String?, of user: MKUser?) {
    self.sessionID = sessionID
    self.user = user
  }

  mutating func endSession() { begin(nil, of: nil) }
}

/// The session at one moment.
struct SessionMark: Sendable {
  let sessionID: String?
  let renewals: Int
  let changes: Int
}

extension MKAppInstance {
  /// The address that the settings name.
  ///
  /// - Throws: `invalidParams` where name or secret is missing, or there is no such URL.
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
  /// Creates an instance whose backend is the emulator that an environment leads to.
  ///
  /// In a test, `TestContext.environment()` makes the environment, and the secret is that of the
  /// test's emulator:
  ///
  /// ```swift
  /// import GhostlightTesting
  /// import mkApp
  ///
  /// let instance = MKAppInstance(environment: try TestContext.current.environment())
  /// ```
  ///
  /// An environment of your own leads to the emulator on this machine: address and secret are those
  /// that `ghostlight exec` puts into `GHOSTLIGHT_MIA_URL` and `MIA_SECRET`, otherwise
  /// `http://127.0.0.1:4402` and `s3cr3t`.
  public convenience init(environment: MKEnvironment) {
    self.init(emulator: nil, environment: environment)
  }

  /// Creates an instance whose backend is the emulator at an address.
  ///
  /// Without an address or a secret, it is what ``init(environment:)`` says.
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
