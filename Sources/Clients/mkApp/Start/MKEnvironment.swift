public import Dispatch
public import Foundation
public import GhostlightClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What the module takes from outside: the way to the backend, time, names, and what outlives it.
///
/// Apps need none of it; the defaults use the network. To let an app's own code run against an
/// emulator in process, a recording, or a server on this machine, make an ``MKAppInstance`` of an
/// environment with another transport.
public struct MKEnvironment: Sendable {
  /// How requests reach the backend.
  public var transport: Transport
  /// What ``MKNetwork`` makes its tasks with, since these are the system's own.
  ///
  /// Its configuration must lead to the same backend as ``transport``.
  public var urlSession: URLSession
  /// The time.
  public var now: @Sendable () -> Date = { Date() }
  /// A new identifier, for this installation and for boundaries between parts of a body.
  public var makeIdentifier: @Sendable () -> String = { UUID().uuidString.lowercased() }
  /// Where credentials and the installation are kept; `nil` for the instance's storage directory.
  public var store: (any MKStore)?
  /// Where a user's credentials are kept; `nil` for ``store``.
  public var credentialStore: (any MKCredentialStore)?
  /// The queue that callbacks come on unless the instance names another.
  public var callbackQueue = DispatchQueue.main
  /// Where lines on requests go if they are wanted; to standard error unless changed.
  public var log: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
  /// The app's version, for the report of its use.
  public var appVersion: String = {
    Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "1.0"
  }()

  /// The keys of the emulator that this environment leads to.
  var emulatorKeys = EmulatorKeys()

  /// An environment whose requests go through a transport, those of tasks through a session.
  public init(transport: Transport, urlSession: URLSession) {
    self.transport = transport
    self.urlSession = urlSession
  }

  /// An environment whose requests go through a transport; tasks go over the network.
  public init(transport: Transport) {
    self.init(transport: transport, urlSession: .ephemeral())
  }

  /// An environment whose requests go over the network, without the system's cookies and caches.
  public init() { self.init(urlSession: .ephemeral()) }

  /// An environment whose requests go through a URL session.
  public init(urlSession: URLSession) {
    self.init(transport: .urlSession(urlSession), urlSession: urlSession)
  }
}

extension MKEnvironment: ClientEnvironment {
  /// Mia-Platform's.
  public static let emulators = ["mia"]

  /// An environment in these surroundings, whose files are forgotten with it.
  public init(_ surroundings: ClientDefaults) {
    self.init(
      transport: surroundings.transport("mia"), urlSession: surroundings.urlSession("mia"))
    now = surroundings.now
    store = MKMemoryStore()
    emulatorKeys = EmulatorKeys(surroundings.keys)
  }
}
