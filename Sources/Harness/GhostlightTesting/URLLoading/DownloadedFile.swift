import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The file of a download task, for the session that asked for it.
///
/// On Apple platforms, a session writes the file itself. On Linux, a session takes the file's location
/// from a property that only Foundation's own URL protocols can set. So the body is downloaded again
/// from a socket of this process by Foundation's protocol, which then ends the app's task.
///
/// It is an unchecked `Sendable`, because URL protocols are not `Sendable`; one thread uses it at a
/// time.
///
/// - Source: swift-corelibs-foundation, `NativeProtocol.swift` (`completeTask`) and
///   `URLSessionTask.swift` (`_ProtocolClient`).
final class DownloadedFile: @unchecked Sendable {
  /// Foundation's protocol, which has the location of the file.
  private let owner: URLProtocol

  fileprivate init(_ owner: URLProtocol) { self.owner = owner }

  /// Ends a download task with this file.
  func finish(_ loader: URLProtocol, _ client: any URLProtocolClient) {
    owner.task = loader.task
    client.urlProtocolDidFinishLoading(owner)
  }

  /// Returns the outcome with the file that the session needs.
  static func outcome(for outcome: URLLoading.Outcome) async -> URLLoading.Outcome {
    #if canImport(FoundationNetworking)
      guard case .response(let response, let request) = outcome,
        response.delivery.errorBeforeHead == nil, response.delivery.errorAfterBody == nil
      else { return outcome }
      let body = request.method == .head ? [] : response.received
      guard let file = await LoopbackDownload.file(with: body) else {
        return .failure(
          .cannotCreateFile,
          reason: "the file of the download task cannot be created, because no socket can be opened"
        )
      }
      return .file(file, response, to: request)
    #else
      return outcome
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// Downloads bytes from a socket of this process into a file.
  private final class LoopbackDownload: URLProtocol {
    private typealias Receiver = @Sendable (DownloadedFile?) -> Void

    private static let receivers = Mutex<[Int: Receiver]>([:])
    private static let session = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.protocolClasses = [LoopbackDownload.self]
      return URLSession(configuration: configuration)
    }()

    /// Foundation's protocol for HTTP, which loads the bytes.
    private var native: URLProtocol?

    /// Returns a file with the bytes, or `nil` if it cannot be created.
    static func file(with bytes: [UInt8]) async -> DownloadedFile? {
      guard let port = LoopbackFile.serve(bytes),
        let url = URL(string: "http://127.0.0.1:\(port)/")
      else { return nil }
      return await withCheckedContinuation { continuation in
        receivers.withLock { $0[port] = { continuation.resume(returning: $0) } }
        session.downloadTask(with: url) { _, _, _ in }.resume()
      }
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      let receiver = request.url?.port.flatMap { port in
        Self.receivers.withLock { $0.removeValue(forKey: port) }
      }
      guard let receiver else { return }
      let classes = URLSessionConfiguration.default.protocolClasses ?? []
      guard let task,
        let http = classes.lazy.compactMap({ $0 as? URLProtocol.Type })
          .first(where: { $0.canInit(with: request) })
      else { return receiver(nil) }
      let native = http.init(
        task: task, cachedResponse: nil,
        client: Client { [weak self] owner in
          receiver(owner.map { DownloadedFile($0) })
          guard let self else { return }
          client?.urlProtocol(self, didFailWithError: URLError(.cancelled))
        })
      self.native = native
      native.startLoading()
    }

    override func stopLoading() {}

    /// Gets the protocol when it has written the file, on the queue of the session.
    private final class Client: NSObject, URLProtocolClient, @unchecked Sendable {
      private let end: (URLProtocol?) -> Void

      init(_ end: @escaping (URLProtocol?) -> Void) { self.end = end }

      func urlProtocolDidFinishLoading(_ urlProtocol: URLProtocol) { end(urlProtocol) }
      func urlProtocol(_ urlProtocol: URLProtocol, didFailWithError error: any Error) { end(nil) }
      func urlProtocol(
        _ urlProtocol: URLProtocol, wasRedirectedTo request: URLRequest,
        redirectResponse: URLResponse
      ) {}
      func urlProtocol(
        _ urlProtocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse
      ) {}
      func urlProtocol(
        _ urlProtocol: URLProtocol, didReceive response: URLResponse,
        cacheStoragePolicy policy: URLCache.StoragePolicy
      ) {}
      func urlProtocol(_ urlProtocol: URLProtocol, didLoad data: Data) {}
      func urlProtocol(
        _ urlProtocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge
      ) {}
      func urlProtocol(
        _ urlProtocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge
      ) {}
    }
  }

  /// A socket on the loopback interface that sends bytes to the first client, and closes.
  private enum LoopbackFile {
    /// The number of seconds after which the socket is closed if no client has connected.
    private static let patience = 10

    /// Opens the socket and returns its port, or `nil` if it cannot be opened.
    static func serve(_ bytes: [UInt8]) -> Int? {
      #if canImport(Musl)
        let listener = socket(AF_INET, SOCK_STREAM, 0)
      #else
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
      guard listener >= 0 else { return nil }
      var limit = timeval(tv_sec: patience, tv_usec: 0)
      setsockopt(
        listener, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      guard let port = bind(listener) else {
        close(listener)
        return nil
      }
      // A new thread, because the threads of tasks may all wait for this download.
      Thread {
        send(bytes, from: listener)
        close(listener)
      }.start()
      return port
    }

    private static func bind(_ listener: Int32) -> Int? {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          Foundation.bind(listener, address, length) == 0 && listen(listener, 1) == 0
            && getsockname(listener, address, &length) == 0
        }
      }
      return isBound ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    private static func send(_ bytes: [UInt8], from listener: Int32) {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      defer { close(connection) }
      var request = [UInt8](repeating: 0, count: 4096)
      guard read(connection, &request, request.count) > 0 else { return }
      let head =
        "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
      var rest = (Array(head.utf8) + bytes)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Foundation.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
#endif
