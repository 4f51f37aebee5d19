public import Dispatch
public import Foundation
public import GhostlightClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What the module takes from outside: the way to the server, a queue, and what outlives it.
///
/// Apps need none of it; the defaults use the network, the main queue and a folder of the user's.
/// To let an app's own code run against an emulator in process, a recording, or a server on this
/// machine, make an ``EGF2Graph`` of an environment with another transport.
public struct EGF2Environment: Sendable {
  /// How requests reach the server.
  public var transport: Transport
  /// The queue of all callbacks and notifications.
  ///
  /// At first the main queue, which on Linux runs only where the program runs it, with
  /// `RunLoop.main.run()` or `dispatchMain()`.
  public var callbackQueue = DispatchQueue.main
  /// Where notifications are posted, and where those of the app's life are expected.
  public var notificationCenter = NotificationCenter.default
  /// Where account and cache are kept; `nil` for a folder.
  public var store: (any EGF2Store)?
  /// Where lines on cache and models go; to standard error unless changed.
  public var log: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// The address of the emulator that this environment leads to; `nil` for an environment of the app.
  var serverURL: URL?

  /// An environment whose requests go through a transport.
  public init(transport: Transport) { self.transport = transport }

  /// An environment whose requests go through a URL session.
  public init(urlSession: URLSession) { self.init(transport: .urlSession(urlSession)) }

  /// An environment whose requests go over the network, without the system's cookies and caches.
  public init() { self.init(urlSession: .ephemeral()) }
}

extension EGF2Environment: ClientEnvironment {
  /// EGF2's.
  public static let emulators = ["egf2"]

  /// An environment in these surroundings, whose files are forgotten with it.
  ///
  /// It knows the emulator's address, which is a graph's ``EGF2Graph/serverURL`` from the start.
  public init(_ surroundings: ClientDefaults) {
    self.init(transport: surroundings.transport("egf2"))
    store = EGF2MemoryStore()
    serverURL = EmulatorAddress.egf2(nil)
  }
}
