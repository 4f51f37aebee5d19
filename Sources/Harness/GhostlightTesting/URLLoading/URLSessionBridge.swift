import Foundation
public import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A bridge from URL sessions to a responder, for apps that accept only a session or its
/// configuration.
///
/// Any number of bridges may be open at the same time, each with its own responder. A bridge closes
/// when it is released; requests of its sessions then fail with `cannotConnectToHost`. On Linux, an
/// upload task whose body is a stream fails with the reason; data and files arrive.
///
/// ```swift
/// import GhostlightTesting
///
/// if let responder = Stage().responder(for: "stackmob") {
///   let bridge = URLSessionBridge(responder)
///   let configuration = bridge.configuration  // for URLSession(configuration:)
/// }
/// ```
public final class URLSessionBridge: Sendable {
  private let protocolClass: URLProtocol.Type

  /// Creates a bridge to a responder.
  public init(_ responder: Responder) { protocolClass = BridgeRegistry.open(responder) }

  deinit { BridgeRegistry.close(protocolClass) }

  /// A session configuration whose requests all go to the bridge's responder, whatever host they
  /// name.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [protocolClass]
    return configuration
  }
}

extension TestContext {
  /// A session configuration for an app that accepts only a configuration; valid until the test
  /// ends.
  ///
  /// Requests for the host of an emulator (`Service.hosts`) go to this emulator. All others go to
  /// ``responder``, whatever host they name.
  public var urlSessionConfiguration: URLSessionConfiguration { sharedBridge.bridge.configuration }
}

/// A container that keeps the bridges of a test's sessions open until the test ends.
final class Bridges: Sendable {
  private let opened = Mutex<[URLSessionBridge]>([])

  /// Opens a bridge and returns the configuration of a session that sends its requests to a
  /// responder.
  func configuration(for responder: Responder) -> URLSessionConfiguration {
    let bridge = URLSessionBridge(responder)
    opened.withLock { $0.append(bridge) }
    return bridge.configuration
  }
}

/// The loaders of all open bridges, by the protocol class of the bridge; a class is used by only one
/// bridge.
///
/// Tests do not share bridges, so they need not wait for each other.
enum BridgeRegistry {
  private struct Bridges: Sendable {
    var opened = 0
    var loaders: [ObjectIdentifier: URLLoading.Loader] = [:]
  }

  private static let bridges = Mutex(Bridges())

  static func open(_ responder: Responder) -> URLProtocol.Type {
    bridges.withLock { bridges in
      bridges.opened += 1
      let made: URLProtocol.Type = BridgeTags.protocolClass(bridges.opened)
      bridges.loaders[ObjectIdentifier(made)] = {
        .response(await responder.respond($0), to: $0)
      }
      return made
    }
  }

  static func close(_ bridge: URLProtocol.Type) {
    bridges.withLock { bridges in
      _ = bridges.loaders.removeValue(forKey: ObjectIdentifier(bridge))
    }
  }

  static func loader(behind bridge: URLProtocol.Type) -> URLLoading.Loader? {
    bridges.withLock { $0.loaders[ObjectIdentifier(bridge)] }
  }
}

/// An unlimited number of tag types, each built from the binary digits of a bridge's number.
enum BridgeTags {
  enum First: BridgeTag {}
  enum Even<Rest: BridgeTag>: BridgeTag {}
  enum Odd<Rest: BridgeTag>: BridgeTag {}

  /// Returns the protocol class for the bridge with a number.
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

/// A type that makes the protocol class of a bridge unique, as its generic argument.
///
/// The URL loading system accepts classes, not objects, and an object of such a class does not know
/// which session it belongs to. So each bridge has its own class, created at run time from a unique
/// tag.
protocol BridgeTag {}

extension BridgeTag {
  /// The tag type for twice this tag's number.
  static var even: any BridgeTag.Type { BridgeTags.Even<Self>.self }

  /// The tag type for twice this tag's number, plus one.
  static var odd: any BridgeTag.Type { BridgeTags.Odd<Self>.self }

  /// The protocol class that has this type as its tag.
  static var protocolClass: URLProtocol.Type { GhostlightURLProtocol<Self>.self }
}

/// A URL protocol whose responses come from the responder of a bridge.
final class GhostlightURLProtocol<Mark: BridgeTag>: LoadedURLProtocol {
  override var loader: URLLoading.Loader? { BridgeRegistry.loader(behind: type(of: self)) }
}

/// A URL protocol whose outcomes come from a loader.
class LoadedURLProtocol: URLProtocol {
  private let loading = URLLoading()

  /// Finds the outcome of the request; `nil` if nothing can respond any more.
  var loader: URLLoading.Loader? { nil }

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() { loading.load(self, loader) }

  override func stopLoading() { loading.stop() }

  #if canImport(FoundationNetworking)
    /// The client to notify, or `nil` after the outcome was delivered.
    ///
    /// On Linux, a session that cancels a task notifies its client even if the task has just ended.
    /// That traps, because the session no longer contains the task.
    override var client: (any URLProtocolClient)? {
      get { loading.hasDelivered ? nil : super.client }
      set { super.client = newValue }
    }
  #endif
}

extension URLLoading {
  /// A function that finds the outcome of a request of a URL session.
  typealias Loader = @Sendable (Request) async -> Outcome

  /// Starts loading the request of a URL protocol, or fails if there is no loader.
  fileprivate func load(_ urlProtocol: URLProtocol, _ loader: URLLoading.Loader?) {
    let upload = UploadBody(of: urlProtocol.task)
    let translated = Request(loading: urlProtocol.request, uploading: upload.data)
    let isDownload = urlProtocol.task is URLSessionDownloadTask
    start(for: urlProtocol) {
      guard let loader else { return .failure(.cannotConnectToHost) }
      guard let translated else { return .failure(.badURL) }
      if let reason = upload.problem { return .failure(.unsupportedURL, reason: reason) }
      let outcome = await loader(translated)
      return isDownload ? await DownloadedFile.outcome(for: outcome) : outcome
    }
  }
}
