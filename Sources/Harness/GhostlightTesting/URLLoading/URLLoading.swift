import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of a URL session on its way, told to the session under a lock.
///
/// `Sendable` unchecked: it bridges to a loading system that makes no
/// promises and calls from threads of its own. All it has is guarded by the lock, which is
/// recursive because a session may stop loading while it is told something. Once loading has
/// stopped nothing is told any more: a late answer traps the process.
final class URLLoading: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  /// Whose client is told; `nil` before loading and after it.
  private var loader: URLProtocol?
  private var task: Task<Void, Never>?
  private var isTold = false

  /// Whether the session was told how loading ended.
  var hasTold: Bool { lock.withLock { isTold } }

  func begin(for loader: URLProtocol) { lock.withLock { self.loader = loader } }

  /// Lets `body` find the answer.
  func work(_ body: @escaping @Sendable () async -> Void) {
    lock.withLock {
      guard loader != nil else { return }
      task = Task { await body() }
    }
  }

  func stop() {
    lock.withLock {
      task?.cancel()
      task = nil
      loader = nil
    }
  }

  /// Ends with an error.
  func fail(_ code: URLError.Code) {
    finish { loader, client in client.urlProtocol(loader, didFailWithError: URLError(code)) }
  }

  /// Ends with a response, or with what a client sees of one in trouble.
  func deliver(_ response: Response, to request: Request) {
    if let error = response.delivery.errorBeforeHead { return fail(error) }
    finish { loader, client in
      guard let url = loader.request.url, let head = response.head(for: url) else {
        return client.urlProtocol(loader, didFailWithError: URLError(.badServerResponse))
      }
      client.urlProtocol(loader, didReceive: head, cacheStoragePolicy: .notAllowed)
      let body = request.method == .head ? [] : response.received
      if !body.isEmpty { client.urlProtocol(loader, didLoad: Data(body)) }
      if let error = response.delivery.errorAfterBody {
        return client.urlProtocol(loader, didFailWithError: URLError(error))
      }
      client.urlProtocolDidFinishLoading(loader)
    }
  }

  private func finish(_ tell: (URLProtocol, any URLProtocolClient) -> Void) {
    lock.withLock {
      guard let loader else { return }
      self.loader = nil
      guard let client = loader.client else { return }
      isTold = true
      tell(loader, client)
    }
  }
}
