import Foundation
public import GhostlightCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A way from URL sessions to a responder, for apps that take nothing but a session.
///
/// Any number may be open at once, each to a responder of its own. It closes when it is let go:
/// sessions then cannot connect. Bodies must be sent as `httpBody` on Linux, where an upload task
/// loses its body before anyone can read it.
public final class URLSessionDoor: Sendable {
  private let protocolClass: URLProtocol.Type

  /// Opens a door.
  public init(_ responder: Responder) { protocolClass = DoorRegister.open(responder) }

  deinit { DoorRegister.close(protocolClass) }

  /// Settings for a session whose every request goes through the door, whatever host it names.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    return configuration
  }
}
