public import Dispatch
public import Foundation
public import GhostlightClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The dependencies of an ``MKAppInstance``: transport, clock, identifiers and storage.
///
/// Apps do not need to create one, because the defaults use the network. Create an environment with
/// a different transport to run an app's code against an emulator in the same process, a recording,
/// or a server on this machine. An environment is a value: change its properties before you create
/// the instance.
///
/// ```swift
/// import mkApp
///
/// var environment = MKEnvironment()
/// environment.store = MKMemoryStore()
/// environment.appVersion = "2.1"
/// let instance = MKAppInstance(emulator: nil, environment: environment)
/// ```
public struct MKEnvironment: Sendable {
  /// The transport of all requests except those of ``MKNetwork``.
  public var transport: Transport
  /// The URL session that creates the tasks of ``MKNetwork``.
  ///
  /// Its configuration must connect to the same backend as ``transport``.
  public var urlSession: URLSession
  /// Returns the current time.
  public var now: @Sendable () -> Date = { Date() }
  /// Returns a new identifier, for the installation and for the boundaries of multipart bodies.
  public var makeIdentifier: @Sendable () -> String = { UUID().uuidString.lowercased() }
  /// The store for credentials and the installation id; `nil` to use files in the instance's
  /// storage directory.
  public var store: (any MKStore)?
  /// The store for a user's credentials; `nil` to use ``store``.
  public var credentialStore: (any MKCredentialStore)?
  /// The queue on which callbacks run, unless the instance sets another one; the main queue by
  /// default.
  public var callbackQueue = DispatchQueue.main
  /// Called with each line of the request log, if the instance has enabled logging.
  ///
  /// By default the lines are written to standard error.
  public var log: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
  /// The app's version, which the usage report contains.
  public var appVersion: String = {
    Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "1.0"
  }()

  /// The keys of the emulator that this environment uses.
  var emulatorKeys = EmulatorKeys()

  /// Creates an environment with a transport, and with a URL session for the tasks of
  /// ``MKNetwork``.
  public init(transport: Transport, urlSession: URLSession) {
    self.transport = transport
    self.urlSession = urlSession
  }

  /// Creates an environment with a transport.
  ///
  /// The tasks of ``MKNetwork`` use the network instead.
  public init(transport: Transport) {
    self.init(transport: transport, urlSession: .ephemeral())
  }

  /// Creates an environment that uses the network, without shared cookies and caches.
  public init() { self.init(urlSession: .ephemeral()) }

  /// Creates an environment whose requests and ``MKNetwork`` tasks use the given URL session.
  public init(urlSession: URLSession) {
    self.init(transport: .urlSession(urlSession), urlSession: urlSession)
  }
}

extension MKEnvironment: ClientEnvironment {
  /// The names of the emulators that an environment for tests uses.
  public static let emulators = ["mia"]

  /// Creates an environment for a test, which keeps credentials and the installation id in memory.
  public init(_ surroundings: ClientDefaults) {
    self.init(
      transport: surroundings.transport("mia"), urlSession: surroundings.urlSession("mia"))
    now = surroundings.now
    store = MKMemoryStore()
    emulatorKeys = EmulatorKeys(surroundings.keys)
  }
}
