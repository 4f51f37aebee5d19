import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of a URL session in progress.
///
/// It is an unchecked `Sendable`, because the URL loading system has no concurrency annotations and
/// calls from its own threads. The lock guards all its state. After loading has stopped, nothing is
/// delivered to the client any more, because a late delivery traps the process.
///
/// On Linux, every call to the client looks up the task in a list that only the session's own queue
/// may access. But a delivery of the end *on* that queue can wait indefinitely: if the receiver is
/// being cancelled at that moment, it waits for the queue. So only starting and stopping run on
/// that queue.
///
/// When the outcome is known, the task is therefore suspended and resumed, which starts loading
/// again on the queue. The queue then waits while another thread delivers the outcome, for at most
/// a tenth of a second. By then, the list has long been read.
final class URLLoading: @unchecked Sendable {
  /// The result of loading a request.
  enum Outcome: Sendable {
    case failure(URLError.Code, reason: String? = nil)
    case response(Response, to: Request)
    /// The response to a download task on Linux, with the file.
    case file(DownloadedFile, Response, to: Request)

    fileprivate static func error(_ code: URLError.Code, _ reason: String?) -> URLError {
      URLError(code, userInfo: reason.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
    }
  }

  private let lock = NSRecursiveLock()
  /// The loader whose client gets the outcome; `nil` before loading starts and after it ends.
  private var loader: URLProtocol?
  private var work: Task<Void, Never>?
  /// The number of starts and stops so far, which shows whether a result belongs to an earlier
  /// start.
  private var attempt = 0
  /// The outcome, or `nil` if it is not known yet or was already delivered.
  private var outcome: Outcome?
  private var isDelivered = false

  /// Whether the outcome was delivered to the session.
  var hasDelivered: Bool { lock.withLock { isDelivered } }

  /// Starts `find` to get the outcome, or delivers the outcome if it is already known.
  func start(for loader: URLProtocol, _ find: @escaping @Sendable () async -> Outcome) {
    let known = lock.withLock { () -> Outcome? in
      self.loader = loader
      if let outcome { return outcome }
      attempt += 1
      work = Task { [attempt] in complete(await find(), attempt) }
      return nil
    }
    guard let known else { return }
    let delivered = DispatchSemaphore(value: 0)
    // A new queue gets a thread immediately, however much other work is waiting.
    DispatchQueue(label: "delivery").async { [self] in
      deliver(known)
      delivered.signal()
    }
    _ = delivered.wait(timeout: .now() + .milliseconds(100))
  }

  func stop() {
    lock.withLock {
      attempt += 1
      work?.cancel()
      work = nil
      loader = nil
    }
  }

  /// Stores the outcome if it belongs to the current start, and begins its delivery.
  private func complete(_ outcome: Outcome, _ attempt: Int) {
    let loader = lock.withLock { () -> URLProtocol? in
      guard attempt == self.attempt else { return nil }
      self.outcome = outcome
      return self.loader
    }
    #if canImport(FoundationNetworking)
      // These calls must not hold the lock: both wait for the session's queue, on which loading may
      // be stopping.
      loader?.task?.suspend()
      loader?.task?.resume()
    #else
      if loader != nil { deliver(outcome) }
    #endif
  }

  /// Delivers the outcome to the client, unless loading was stopped.
  private func deliver(_ outcome: Outcome) {
    let waiting = lock.withLock { () -> (URLProtocol, any URLProtocolClient)? in
      guard let loader, let client = loader.client else { return nil }
      self.loader = nil
      self.outcome = nil
      isDelivered = true
      return (loader, client)
    }
    guard let (loader, client) = waiting else { return }
    switch outcome {
    case .failure(let code, let reason):
      client.urlProtocol(loader, didFailWithError: Outcome.error(code, reason))
    case .response(let response, let request): deliver(response, to: request, loader, client)
    case .file(let file, let response, let request):
      deliver(response, to: request, loader, client, file)
    }
  }

  /// Delivers a response, or the error that a client gets because of a fault plan.
  private func deliver(
    _ response: Response, to request: Request, _ loader: URLProtocol,
    _ client: any URLProtocolClient, _ file: DownloadedFile? = nil
  ) {
    if let error = response.delivery.errorBeforeHead {
      return client.urlProtocol(loader, didFailWithError: URLError(error))
    }
    guard let url = loader.request.url, let head = response.head(for: url) else {
      return client.urlProtocol(loader, didFailWithError: URLError(.badServerResponse))
    }
    client.urlProtocol(loader, didReceive: head, cacheStoragePolicy: .notAllowed)
    if let file { return file.finish(loader, client) }
    let body = request.method == .head ? [] : response.received
    if !body.isEmpty { client.urlProtocol(loader, didLoad: Data(body)) }
    if let error = response.delivery.errorAfterBody {
      return client.urlProtocol(loader, didFailWithError: URLError(error))
    }
    client.urlProtocolDidFinishLoading(loader)
  }
}

extension Response {
  /// Returns the status and the header fields as the type that URL sessions use, or `nil` if
  /// Foundation rejects them.
  func head(for url: URL) -> HTTPURLResponse? {
    var fields: [String: String] = [:]
    for field in headers {
      let name = field.name.rawName
      fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
    }
    if headers[.contentLength] == nil { fields["Content-Length"] = String(body.count) }
    return HTTPURLResponse(
      url: url, statusCode: status.code, httpVersion: "HTTP/1.1", headerFields: fields)
  }

  /// The part of the body that reaches the client, which is shorter if the delivery is truncated.
  var received: [UInt8] {
    guard case .truncated(let bytes) = delivery else { return body }
    return Array(body.prefix(max(0, bytes)))
  }
}

extension Delivery {
  /// The error that a client gets instead of a response, or `nil` if it gets a response.
  var errorBeforeHead: URLError.Code? {
    switch self {
    case .reset: .networkConnectionLost
    case .empty: .zeroByteResource
    case .malformedChunk: .cannotParseResponse
    case .whole, .truncated, .dribble: nil
    }
  }

  /// The error that a client gets after an incomplete body, or `nil` if the body is complete.
  var errorAfterBody: URLError.Code? {
    if case .truncated = self { .networkConnectionLost } else { nil }
  }
}

extension Request {
  /// Creates the request that a URL session is about to send, with the exact path and query of its
  /// URL; `nil` if the URL does not have a scheme or a host.
  ///
  /// - Parameters:
  ///   - request: The request of the session.
  ///   - upload: The body of an upload task, which the request does not have.
  init?(loading request: URLRequest, uploading upload: Data? = nil) {
    guard let url = request.url, let scheme = url.scheme, let host = url.host() else { return nil }
    let text = url.absoluteString
    // The request target is the part of the URL after the authority, without the fragment.
    guard let slashes = text.range(of: "://") else { return nil }
    var target = text[slashes.upperBound...].drop { $0 != "/" && $0 != "?" && $0 != "#" }
    target = target.prefix { $0 != "#" }
    let isIPv6 = host.contains(":") && !host.hasPrefix("[")
    let name = isIPv6 ? "[\(host)]" : host
    self.init(
      HTTPRequest.Method(rawValue: request.httpMethod ?? "GET") ?? .get,
      RequestTarget(target.hasPrefix("/") ? String(target) : "/\(target)"),
      scheme: scheme, authority: url.port.map { "\(name):\($0)" } ?? name)
    for (name, value) in (request.allHTTPHeaderFields ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let name = HTTPField.Name(name) else { continue }
      headers.append(HTTPField(name: name, value: value))
    }
    body = Array(
      upload ?? request.httpBody ?? request.httpBodyStream.map(Data.init(reading:)) ?? Data())
  }
}

extension Data {
  /// Creates data from all bytes of a stream.
  fileprivate init(reading stream: InputStream) {
    self.init()
    stream.open()
    defer { stream.close() }
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { return }
      append(contentsOf: buffer[..<count])
    }
  }
}
