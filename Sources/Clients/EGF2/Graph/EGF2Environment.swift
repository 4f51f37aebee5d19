public import Dispatch
public import Foundation
public import GhostlightClient

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The dependencies of a graph: transport, callback queue, notification center and storage.
///
/// Apps need not create an environment. By default, a graph uses the network, the main queue,
/// `NotificationCenter.default` and a folder in the user's application support folder. Create an
/// environment with another transport to run an app's code against an emulator in the same process,
/// a recording, or a server on this machine. An environment is a value: change its properties
/// before you create the graph.
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
  /// The transport that sends all requests of the graph.
  public var transport: Transport
  /// The queue on which the graph calls blocks and posts notifications.
  ///
  /// By default it is the main queue. On Linux, the main queue runs only if the program calls
  /// `RunLoop.main.run()` or `dispatchMain()`.
  public var callbackQueue = DispatchQueue.main
  /// The center at which the graph posts notifications and observes the app's life cycle.
  public var notificationCenter = NotificationCenter.default
  /// The storage for the account and the cache; `nil` for a folder on disk.
  public var store: (any EGF2Store)?
  /// Called with each log line about the cache, the WebSocket and models.
  ///
  /// By default, it writes the line to standard error.
  public var log: @Sendable (String) -> Void = { line in
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  /// The URL of the emulator that the environment was created for; `nil` if an app created it.
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
  /// Graphs with this environment start with the emulator's URL as their ``EGF2Graph/serverURL``.
  public init(_ surroundings: ClientDefaults) {
    self.init(transport: surroundings.transport("egf2"))
    store = EGF2MemoryStore()
    serverURL = EmulatorAddress.egf2(nil)
  }
}
