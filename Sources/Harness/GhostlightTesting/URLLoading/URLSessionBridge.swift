import Foundation
public import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A way from URL sessions to a responder, for apps that take nothing but a session.
///
/// Any number may be open at once, each to a responder of its own. It closes when it is let go:
/// sessions then cannot connect. Bodies must be sent as `httpBody` on Linux, where an upload task
/// loses its body before anyone can read it.
public final class URLSessionBridge: Sendable {
  private let protocolClass: URLProtocol.Type

  /// Opens a bridge.
  public init(_ responder: Responder) { protocolClass = BridgeRegistry.open(responder) }

  deinit { BridgeRegistry.close(protocolClass) }

  /// Settings for a session whose every request goes through the bridge, whatever host it names.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    return configuration
  }
}

extension TestContext {
  /// Settings for the session of an app that takes nothing else; good until the test ends.
  ///
  /// Requests go to ``responder``, whatever host they name.
  public var urlSessionConfiguration: URLSessionConfiguration { sharedBridge.bridge.configuration }
}

/// The bridges that a test's sessions go through, open until the test ends.
final class Bridges: Sendable {
  private let opened = Mutex<[URLSessionBridge]>([])

  /// Settings for a session of a responder's.
  func configuration(for responder: Responder) -> URLSessionConfiguration {
    let bridge = URLSessionBridge(responder)
    opened.withLock { $0.append(bridge) }
    return bridge.configuration
  }
}

/// The open bridges by their protocol classes; each is used by one bridge only, ever.
///
/// Bridges are never shared, hence tests need not wait for each other.
enum BridgeRegistry {
  private struct Bridges: Sendable {
    var opened = 0
    var responders: [ObjectIdentifier: Responder] = [:]
  }

  private static let bridges = Mutex(Bridges())

  static func open(_ responder: Responder) -> URLProtocol.Type {
    bridges.withLock { bridges in
      bridges.opened += 1
      let made: URLProtocol.Type = BridgeTags.protocolClass(bridges.opened)
      bridges.responders[ObjectIdentifier(made)] = responder
      return made
    }
  }

  static func close(_ bridge: URLProtocol.Type) {
    bridges.withLock { bridges in
      _ = bridges.responders.removeValue(forKey: ObjectIdentifier(bridge))
    }
  }

  static func responder(behind bridge: URLProtocol.Type) -> Responder? {
    bridges.withLock { $0.responders[ObjectIdentifier(bridge)] }
  }
}

/// As many types as there are numbers, digit by digit.
enum BridgeTags {
  enum First: BridgeTag {}
  enum Even<Rest: BridgeTag>: BridgeTag {}
  enum Odd<Rest: BridgeTag>: BridgeTag {}

  /// The class for sessions with the bridge of a number.
  static func protocolClass(_ number: Int) -> URLProtocol.Type {
    var mark: any BridgeTag.Type = First.self
    var rest = number
    while rest > 0 {
      mark = rest.isMultiple(of: 2) ? mark.even : mark.odd
      rest /= 2
    }
    return mark.protocolClass
  }
}

/// Tells the protocol classes of bridges apart.
///
/// The URL loading system is given classes, not objects, and shows them nothing else of the
/// session. So each bridge has a class of its own, made at run time from a mark that no other has.
protocol BridgeTag {}

extension BridgeTag {
  /// A mark for twice this mark's number.
  static var even: any BridgeTag.Type { BridgeTags.Even<Self>.self }

  /// A mark for twice this mark's number and one.
  static var odd: any BridgeTag.Type { BridgeTags.Odd<Self>.self }

  /// The class for sessions with this mark's bridge.
  static var protocolClass: URLProtocol.Type { GhostlightURLProtocol<Self>.self }
}

/// Lets the responder behind a bridge answer what a URL session loads.
final class GhostlightURLProtocol<Mark: BridgeTag>: URLProtocol {
  private let loading = URLLoading()

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let responder = BridgeRegistry.responder(behind: type(of: self))
    let translated = Request(loading: request)
    loading.start(for: self) {
      guard let responder else { return .failure(.cannotConnectToHost) }
      guard let translated else { return .failure(.badURL) }
      return .response(await responder.respond(translated), to: translated)
    }
  }

  override func stopLoading() { loading.stop() }

  #if canImport(FoundationNetworking)
    /// Nobody, once the session was told how it ended.
    ///
    /// A session on Linux that cancels a task tells its client so even where the task has ended a
    /// moment ago, and traps, since it knows the task no more.
    override var client: (any URLProtocolClient)? {
      get { loading.hasDelivered ? nil : super.client }
      set { super.client = newValue }
    }
  #endif
}
