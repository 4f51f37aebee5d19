public import Dispatch
public import Foundation
public import GhostlightClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The dependencies of a graph: the transport to the server, a queue, a notification center and
/// storage.
///
/// Apps need not create one. By default a graph uses the network, the main queue,
/// `NotificationCenter.default` and a folder in the user's application support folder. Create an
/// environment with another transport to run an app's code against an emulator in the same process,
/// a recording, or a server on this machine. An environment is a value: change its properties
/// before the graph is created.
///
/// ```swift
/// import EGF2
/// import Foundation
///
/// var environment = EGF2Environment()
/// environment.store = EGF2MemoryStore()
/// environment.callbackQueue = DispatchQueue(label: "graph")
/// let graph = EGF2Graph(name: "preview", environment: environment)
/// graph?.serverURL = URL(string: "http://127.0.0.1:4403/v1/")
/// ```
public struct EGF2Environment: Sendable {
  /// The transport of all requests.
  public var transport: Transport
  /// The queue of all callbacks and notifications.
  ///
  /// By default it is the main queue. On Linux that queue runs only if the program runs it, with
  /// `RunLoop.main.run()` or `dispatchMain()`.
  public var callbackQueue = DispatchQueue.main
  /// The center at which the graph posts notifications and observes those of the app's life cycle.
  public var notificationCenter = NotificationCenter.default
  /// The storage of account and cache; `nil` for a folder.
  public var store: (any EGF2Store)?
  /// Called with each log line about the cache and models.
  ///
  /// By default it writes to standard error.
  public var log: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// The address of the emulator that this environment belongs to; `nil` for an environment that an
  /// app created.
  var serverURL: URL?

  /// Creates an environment with a transport.
  public init(transport: Transport) { self.transport = transport }

  /// Creates an environment whose requests use a URL session.
  public init(urlSession: URLSession) { self.init(transport: .urlSession(urlSession)) }

  /// Creates an environment that uses the network without the system's cookies and caches.
  public init() { self.init(urlSession: .ephemeral()) }
}

extension EGF2Environment: ClientEnvironment {
  /// The names of the emulators that the environment can use.
  public static let emulators = ["egf2"]

  /// Creates an environment for a test, with storage in memory.
  ///
  /// Graphs of this environment start with the emulator's address as their ``EGF2Graph/serverURL``.
  public init(_ surroundings: ClientDefaults) {
    self.init(transport: surroundings.transport("egf2"))
    store = EGF2MemoryStore()
    serverURL = EmulatorAddress.egf2(nil)
  }
}
