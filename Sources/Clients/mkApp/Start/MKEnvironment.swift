public import Dispatch
public import Foundation
public import GhostlightClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The dependencies of an instance: the transport to the backend, a clock, identifiers and storage.
///
/// Apps need not create one, because the defaults use the network. Create an environment with
/// another transport to run an app's code against an emulator in the same process, a recording, or
/// a server on this machine. An environment is a value: change its properties before the instance
/// is created.
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
  /// The session that creates the tasks of ``MKNetwork``, because these are the system's own.
  ///
  /// Its configuration must connect it with the same backend as ``transport``.
  public var urlSession: URLSession
  /// Called for the current time.
  public var now: @Sendable () -> Date = { Date() }
  /// Called for a new identifier, for this installation and for the boundaries of multipart bodies.
  public var makeIdentifier: @Sendable () -> String = { UUID().uuidString.lowercased() }
  /// The storage of credentials and installation id; `nil` for files in the instance's storage
  /// directory.
  public var store: (any MKStore)?
  /// The storage of a user's credentials; `nil` for ``store``.
  public var credentialStore: (any MKCredentialStore)?
  /// The queue of callbacks, unless the instance sets another one; the main queue by default.
  public var callbackQueue = DispatchQueue.main
  /// Called with each log line about a request, if logging is on.
  ///
  /// By default it writes to standard error.
  public var log: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
  /// The app's version, which is part of the report of its use.
  public var appVersion: String = {
    Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "1.0"
  }()

  /// The keys of the emulator that this environment belongs to.
  var emulatorKeys = EmulatorKeys()

  /// Creates an environment with a transport, and a session for tasks.
  public init(transport: Transport, urlSession: URLSession) {
    self.transport = transport
    self.urlSession = urlSession
  }

  /// Creates an environment with a transport.
  ///
  /// Tasks of ``MKNetwork`` use the network.
  public init(transport: Transport) {
    self.init(transport: transport, urlSession: .ephemeral())
  }

  /// Creates an environment that uses the network without the system's cookies and caches.
  public init() { self.init(urlSession: .ephemeral()) }

  /// Creates an environment whose requests use a URL session.
  public init(urlSession: URLSession) {
    self.init(transport: .urlSession(urlSession), urlSession: urlSession)
  }
}

extension MKEnvironment: ClientEnvironment {
  /// The names of the emulators that the environment can use.
  public static let emulators = ["mia"]

  /// Creates an environment for a test, with storage in memory.
  public init(_ surroundings: ClientDefaults) {
    self.init(
      transport: surroundings.transport("mia"), urlSession: surroundings.urlSession("mia"))
    now = surroundings.now
    store = MKMemoryStore()
    emulatorKeys = EmulatorKeys(surroundings.keys)
  }
}
