import Foundation
import GhostlightCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The interception of `URLSession.shared`, which one test at a time owns.
///
/// A URL protocol cannot know which test a request belongs to. So a second test that asks for the
/// session while another one has it does not run.
enum SharedSession {
  private struct Ownership: Sendable {
    var owner: HostRouter?
    var isInstalled = false
  }

  private static let ownership = Mutex(Ownership())

  /// The issue of a test that asks for the session while another test has it.
  static let isInUse =
    "another test intercepts URLSession.shared at the same time: add .serialized to the suite that "
    + "contains both tests and to a test with arguments, or give the app "
    + "TestContext.current.urlSessionConfiguration"

  /// The router of the test that owns the session.
  static var owner: HostRouter? { ownership.withLock { $0.owner } }

  /// Stores a test as the owner of the session.
  ///
  /// - Returns: Whether no other test owned the session.
  static func acquire(_ router: HostRouter) -> Bool {
    ownership.withLock { ownership in
      guard ownership.owner == nil else { return false }
      if !ownership.isInstalled { install() }
      ownership.isInstalled = true
      ownership.owner = router
      return true
    }
  }

  static func release(_ router: HostRouter) {
    ownership.withLock { if $0.owner === router { $0.owner = nil } }
  }

  /// Adds the protocol to the session, once for the process; it handles requests only while a test
  /// owns the session.
  private static func install() {
    #if canImport(FoundationNetworking)
      // A task reads the protocols of its session's configuration when it starts, and Foundation
      // returns the session's own configuration, not a copy.
      let session = URLSession.shared
      let others = session.configuration.protocolClasses ?? []
      session.configuration.protocolClasses = [SharedSessionProtocol.self] + others
      let old = URLCache.shared
      URLCache.shared = DefaultSessionCache(
        memoryCapacity: old.memoryCapacity, diskCapacity: old.diskCapacity, diskPath: nil)
    #else
      URLProtocol.registerClass(SharedSessionProtocol.self)
      URLSessionConfiguration.interceptDefault()
    #endif
  }
}

/// The URL protocol of `URLSession.shared` while a test owns the session.
final class SharedSessionProtocol: LoadedURLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    guard let scheme = request.url?.scheme?.lowercased(), SharedSession.owner != nil else {
      return false
    }
    return ["http", "https", "ws", "wss"].contains(scheme)
  }

  override var loader: URLLoading.Loader? {
    guard let owner = SharedSession.owner else { return nil }
    return { request in await owner.load(request) }
  }
}

#if canImport(FoundationNetworking)
  /// A cache that stops requests of sessions from `URLSessionConfiguration.default` while a test owns
  /// `URLSession.shared`.
  ///
  /// Foundation on Linux does not ask other URL protocols about the requests of such a session. It
  /// asks the session's cache, which is this one, before a request is sent.
  ///
  /// - Source: swift-corelibs-foundation, `URLSessionTask.swift` (`_getProtocol`, `workQueue`).
  private final class DefaultSessionCache: URLCache, @unchecked Sendable {
    override func getCachedResponse(
      for task: URLSessionDataTask,
      completionHandler: @Sendable @escaping (CachedURLResponse?) -> Void
    ) {
      guard let owner = SharedSession.owner, let request = task.originalRequest,
        (TaskReflection.value("session", of: task) as AnyObject) !== URLSession.shared,
        let translated = Request(loading: request),
        !translated.isForLoopback || owner.service(for: translated) != nil
      else {
        return super.getCachedResponse(for: task, completionHandler: completionHandler)
      }
      owner.add(
        "\(translated.shown): a session from "
          + "URLSessionConfiguration.default cannot be intercepted on Linux, so the request was "
          + "cancelled; give the app TestContext.current.urlSessionConfiguration or URLSession.shared"
      )
      // The cancellation waits for the task's queue, on which the task is starting at this moment.
      // The start and the cancellation both continue after the completion handler. On that queue, the
      // handler adds one directly after the other, so that no event of the connection comes between.
      let queue = TaskReflection.value("workQueue", of: task) as? DispatchQueue
      DispatchQueue.global().async {
        task.cancel()
        (queue ?? .global()).async { completionHandler(nil) }
      }
    }
  }
#else
  extension URLSessionConfiguration {
    /// Replaces `default` by configurations with the protocol, once for the process.
    fileprivate static func interceptDefault() {
      guard
        let original = class_getClassMethod(
          URLSessionConfiguration.self, #selector(getter: URLSessionConfiguration.default)),
        let replacement = class_getClassMethod(
          URLSessionConfiguration.self,
          #selector(getter: URLSessionConfiguration.interceptedDefault))
      else { return }
      method_exchangeImplementations(original, replacement)
    }

    /// A default configuration with the protocol; the getters are exchanged, so that this one calls
    /// the original.
    @objc fileprivate dynamic class var interceptedDefault: URLSessionConfiguration {
      let configuration = interceptedDefault
      configuration.protocolClasses =
        [SharedSessionProtocol.self] + (configuration.protocolClasses ?? [])
      return configuration
    }
  }
#endif
