import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of a URL session on its way.
///
/// `Sendable` unchecked: it bridges to a loading system that makes no
/// promises and calls from threads of its own. All it has is guarded by the lock. Once loading has
/// stopped nothing is told any more: a late answer traps the process.
///
/// On Linux whatever a client is told looks its task up in a list that only the session's own queue
/// may touch; but telling the end *on* that queue can wait for ever, where the one who is told is
/// being cancelled at that moment and so waits for the queue. Nothing but starting and stopping runs
/// there. So an outcome suspends and resumes its task, which starts loading again on that queue, and
/// the queue rests while another thread tells: until it has told, or for a tenth of a second, when
/// the list was read long ago.
final class URLLoading: @unchecked Sendable {
  /// What a request comes to.
  enum Outcome: Sendable {
    case failure(URLError.Code)
    case response(Response, to: Request)
  }

  private let lock = NSRecursiveLock()
  /// Whose client is told; `nil` before loading and after it.
  private var loader: URLProtocol?
  private var work: Task<Void, Never>?
  /// Counts the starts and stops: what an earlier start began counts no more.
  private var attempt = 0
  /// Known, and not told yet.
  private var outcome: Outcome?
  private var isDelivered = false

  /// Whether the session was told how loading ended.
  var hasDelivered: Bool { lock.withLock { isDelivered } }

  /// Starts finding the outcome, or tells it where it is known.
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
    // A queue of its own gets a thread at once, however many others wait.
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

  /// Takes the outcome of the start that is still under way.
  private func complete(_ outcome: Outcome, _ attempt: Int) {
    let loader = lock.withLock { () -> URLProtocol? in
      guard attempt == self.attempt else { return nil }
      self.outcome = outcome
      return self.loader
    }
    #if canImport(FoundationNetworking)
      // Under no lock: both wait for the session's queue, where loading may be stopped.
      loader?.task?.suspend()
      loader?.task?.resume()
    #else
      if loader != nil { deliver(outcome) }
    #endif
  }

  /// Tells the outcome, unless loading was stopped.
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
    case .failure(let code): client.urlProtocol(loader, didFailWithError: URLError(code))
    case .response(let response, let request): deliver(response, to: request, loader, client)
    }
  }

  /// Tells a response, or what a client sees of one in trouble.
  private func deliver(
    _ response: Response, to request: Request, _ loader: URLProtocol,
    _ client: any URLProtocolClient
  ) {
    if let error = response.delivery.errorBeforeHead {
      return client.urlProtocol(loader, didFailWithError: URLError(error))
    }
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

extension Response {
  /// Status and fields as a URL session knows them.
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

  /// As much of the body as reaches the client.
  var received: [UInt8] {
    guard case .truncated(let bytes) = delivery else { return body }
    return Array(body.prefix(max(0, bytes)))
  }
}

extension Delivery {
  /// What a client sees in place of a response.
  var errorBeforeHead: URLError.Code? {
    switch self {
    case .reset: .networkConnectionLost
    case .empty: .zeroByteResource
    case .malformedChunk: .cannotParseResponse
    case .whole, .truncated, .dribble: nil
    }
  }

  /// What a client sees behind a body that ended early.
  var errorAfterBody: URLError.Code? {
    if case .truncated = self { .networkConnectionLost } else { nil }
  }
}

extension Request {
  /// What a URL session wants to send, its target to the letter.
  ///
  /// - Returns: `nil` where the URL has no scheme or host.
  init?(loading request: URLRequest) {
    guard let url = request.url, let scheme = url.scheme, let host = url.host() else { return nil }
    let text = url.absoluteString
    // What stands behind the authority, without the fragment.
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
    body = Array(request.httpBody ?? request.httpBodyStream.map(Data.init(reading:)) ?? Data())
  }
}

extension Data {
  /// All that a stream has to say.
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
