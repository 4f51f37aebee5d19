import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One request to a peer, and the response that it is to get; bodies of both may stream.
///
/// The first end counts: a response, a failure, or that it is cancelled.
final class PeerExchange: Sendable {
  typealias Completion = @Sendable (Result<Response, PeerError>) -> Void

  private struct State {
    var completion: Completion?
    var onCancel: (@Sendable () -> Void)?
    var isCancelled = false
  }

  /// The request's head, with what frames its body.
  let head: HTTPRequestHead
  /// The bytes of its body that are there.
  let body: [UInt8]
  /// Those that follow.
  let upload: BodyStream?
  /// Makes pieces of the upload, where they have to be made.
  let executor: any WorkExecutor
  private let state: Mutex<State>

  /// Makes an exchange; whoever runs it calls `completion` once.
  init(
    _ head: HTTPRequestHead, _ body: [UInt8], _ upload: BodyStream? = nil,
    by executor: any WorkExecutor, _ completion: @escaping Completion
  ) {
    self.head = head
    self.body = body
    self.upload = upload
    self.executor = executor
    state = Mutex(State(completion: completion))
  }

  /// Whether the request may be sent again where a kept connection turned out to be closed.
  ///
  /// - Source: RFC 9110, section 9.2.2.
  var isRepeatable: Bool {
    upload == nil && [.GET, .HEAD, .PUT, .DELETE, .OPTIONS, .TRACE].contains(head.method)
  }

  /// Ends the exchange, unless it has ended.
  func complete(_ result: Result<Response, PeerError>) {
    let completion = state.withLock { state in
      state.onCancel = nil
      return state.completion.take()
    }
    completion?(result)
  }

  /// Has `action` called, on any thread, when nobody waits any more; at once where that is so.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if state.completion != nil { state.onCancel = action }
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  /// Ends the exchange: nobody waits for the response any more.
  func cancel() {
    let action = state.withLock { state in
      state.isCancelled = true
      return state.onCancel.take()
    }
    action?()
    complete(.failure(.cancelled))
  }
}

/// Cancels an exchange, perhaps before it has begun.
final class PeerCancellation: Sendable {
  private let state: Mutex<(exchange: PeerExchange?, isCancelled: Bool)> = Mutex((nil, false))

  func begin(_ exchange: PeerExchange) {
    let isCancelled = state.withLock { state in
      state.exchange = exchange
      return state.isCancelled
    }
    if isCancelled { exchange.cancel() }
  }

  func cancel() {
    let exchange = state.withLock { state in
      state.isCancelled = true
      return state.exchange
    }
    exchange?.cancel()
  }
}

/// Why an exchange with a peer brought nothing.
enum PeerError: Error, Hashable {
  /// No connection comes about.
  case unreachable(reason: String)
  /// The peer's certificate is not trusted, or it speaks no TLS.
  case insecure(reason: String)
  /// The peer says nothing for so many seconds.
  case silent(seconds: Int)
  /// The body has more than so many bytes.
  case tooLarge(limit: Int)
  /// The connection ends, or what comes is no HTTP.
  case broken(reason: String)
  /// HTTP does not allow the response; the reason is a whole description.
  case improper(reason: String)
  /// The request cannot be sent as HTTP: the peer is not to blame, and was not asked.
  case unsendable(reason: String)
  /// The body of the response ends before it is whole; the reason is a whole description.
  case cutOff(reason: String)
  /// The body of the request ended before it was whole.
  case upload(reason: String)
  /// Nobody waits for the response any more.
  case cancelled

  /// The subject of a sentence about a peer of which nothing else is known.
  static let subject = "the upstream"

  /// Says what an error of the connection means.
  init(_ error: any Error) {
    switch error {
    case let peerError as PeerError: self = peerError
    case is NIOConnectionError, is ChannelError, is IOError:
      self = .unreachable(reason: Self.text(error))
    case NIOSSLError.uncleanShutdown: self = .broken(reason: "the connection was closed")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self = .insecure(reason: Self.explanation(ofTLS: "\(error)"))
    default: self = .broken(reason: Self.text(error))
    }
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case ChannelError.connectTimeout: "no connection in time"
    case ChannelError.eof, HTTPParserError.invalidEOFState: "the connection was closed"
    case is HTTPParserError: "it is not valid HTTP"
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { text($0.error) } ?? "there is no host \(error.host)"
    case let error as IOError: error.errnoCode == ECONNREFUSED ? "nobody listens" : "\(error)"
    default: "\(error)"
    }
  }

  /// What BoringSSL's words come down to, and what to do.
  static func explanation(ofTLS text: String) -> String {
    let words: [(String, String)] = [
      (
        "CERTIFICATE_VERIFY_FAILED",
        "its certificate is out of date, or signed by nobody who is trusted here; give the "
          + "certificate of who signed it, in PEM form, with --trust FILE"
      ),
      (
        "failedToValidateHostname",
        "its certificate is for another name; use the name that it is for, with --trust FILE for "
          + "one of your own"
      ),
      ("WRONG_VERSION_NUMBER", "it speaks no TLS on this port; is its URL one of http://?"),
      ("HTTP_REQUEST", "it speaks no TLS on this port; is its URL one of http://?"),
      (
        "CERTIFICATE_REQUIRED", "it asks for a certificate of the client, and there is none to give"
      ),
      ("HANDSHAKE_FAILURE", "it agrees to no version of TLS from 1.2 on, or to no cipher"),
      ("PROTOCOL_VERSION", "it agrees to no version of TLS from 1.2 on"),
    ]
    return words.first { text.contains($0.0) }?.1 ?? text
  }
}

extension PeerError: CustomStringConvertible {
  /// The failure, for the end of a sentence whose subject is the peer.
  var description: String {
    switch self {
    case .unreachable(let reason): "cannot be reached: \(reason)"
    case .insecure(let reason): "is not trusted: \(reason)"
    case .silent(let seconds): "said nothing for \(seconds) seconds"
    case .tooLarge(let limit): "answered with more than \(limit) bytes"
    case .broken(let reason): "answered with no complete HTTP response: \(reason)"
    case .improper(let reason), .cutOff(let reason): reason
    case .unsendable(let reason): "was not asked: \(reason)"
    case .upload(let reason): "got no complete request: \(reason)"
    case .cancelled: "was asked in vain: nobody waits for the response"
    }
  }

  /// Returns a sentence about the failure, which blames the peer only if the peer has failed.
  func sentence(about peer: String) -> String {
    switch self {
    case .unsendable(let reason): "the request was not sent to \(peer): \(reason)"
    case .upload(let reason): "the request to \(peer) ended before it was whole: \(reason)"
    default: "\(peer) \(self)"
    }
  }

  /// Whether the request is to blame, not the peer.
  var isOfRequest: Bool {
    if case .unsendable = self { true } else { false }
  }
}

extension HTTPRequestHead {
  /// The reason why this head cannot be sent as one request of HTTP/1.1; `nil` if it can.
  ///
  /// Method, target and fields may come from a contract, a recording or a client. A line break in
  /// any of them would begin a request of its own.
  ///
  /// - Source: RFC 9112, sections 3 and 5; RFC 9110, sections 5.5 and 9.1.
  var defect: String? {
    guard HTTPRequest.Method(method.rawValue) != nil else {
      return "\"\(HeaderText.print(method.rawValue))\" is not a valid method"
    }
    guard uri.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      return "its target \"\(HeaderText.print(uri))\" has a space or a control character"
    }
    guard uri.utf8.first == UInt8(ascii: "/") || uri == "*" else {
      return "its target \"\(HeaderText.print(uri))\" does not begin with \"/\""
    }
    for (name, value) in headers {
      guard HTTPField.Name(name) != nil else {
        return "\"\(HeaderText.print(name))\" is not a valid name of a header field"
      }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 9 }) else {
        return "its header field \(name) has a control character"
      }
    }
    return nil
  }
}
