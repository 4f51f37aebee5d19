public import Dispatch
public import GhostlightClient

/// What an instance takes from outside: the way to the service, and a queue.
public struct CRUDEnvironment: Sendable {
  /// How requests reach the service.
  public var transport: Transport
  /// Where closures are called, unless the instance names another queue.
  public var callbackQueue = DispatchQueue.main

  /// An environment whose requests go through a transport.
  public init(transport: Transport) { self.transport = transport }

  /// An environment whose requests go over the network.
  public init() { self.init(transport: .ofCRUD) }
}

extension CRUDEnvironment: ClientEnvironment {
  /// Mia-Platform's.
  public static let emulators = ["mia"]

  /// An environment in these surroundings.
  public init(_ surroundings: ClientSurroundings) {
    self.init(transport: surroundings.transport("mia"))
  }
}
