import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// One request to a peer and its response; the bodies of both may be streams.
///
/// An exchange ends exactly once, with a response, a failure or a cancellation. It may be used from
/// any thread.
final class ClientExchange: Sendable {
  typealias Completion = @Sendable (Result<Response, ClientError>) -> Void

  private struct State {
    var completion: Completion?
    var onCancel: (@Sendable () -> Void)?
    var isCancelled = false
  }

  /// The head of the request, including the header field that frames the body.
  let head: HTTPRequestHead
  /// The part of the body that is known when the exchange starts.
  let body: [UInt8]
  /// The rest of the body, sent after ``body``; `nil` if ``body`` is the whole body.
  let upload: BodyStream?
  /// The peer's name, as the subject of sentences about the exchange.
  let peer: String
  /// The executor on which the upload computes pieces that are not ready yet.
  let executor: any WorkExecutor
  private let state: Mutex<State>

  /// Creates an exchange, which calls `completion` exactly once when it ends.
  init(
    _ head: HTTPRequestHead, _ body: [UInt8], _ upload: BodyStream? = nil,
    to peer: String = ClientError.subject, by executor: any WorkExecutor,
    _ completion: @escaping Completion
  ) {
    self.head = head
    self.body = body
    self.upload = upload
    self.peer = peer
    self.executor = executor
    state = Mutex(State(completion: completion))
  }

  /// Whether the request may be sent again if the reused connection turns out to be closed.
  ///
  /// - Source: RFC 9110, section 9.2.2.
  var isRepeatable: Bool {
    upload == nil && [.GET, .HEAD, .PUT, .DELETE, .OPTIONS, .TRACE].contains(head.method)
  }

  /// Ends the exchange with a result, unless it has already ended.
  func complete(_ result: Result<Response, ClientError>) {
    let completion = state.withLock { state in
      state.onCancel = nil
      return state.completion.take()
    }
    completion?(result)
  }

  /// Sets the action to run, on any thread, when the exchange is cancelled.
  ///
  /// If the exchange is already cancelled, the action runs immediately.
  func onCancel(_ action: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      if state.completion != nil { state.onCancel = action }
      return state.isCancelled
    }
    if isCancelled { action() }
  }

  /// Cancels the exchange, because its client no longer waits for the response.
  func cancel() {
    let action = state.withLock { state in
      state.isCancelled = true
      return state.onCancel.take()
    }
    action?()
    complete(.failure(.cancelled))
  }
}

/// Cancels an exchange, even if it starts only after the cancellation.
final class PeerCancellation: Sendable {
  private let state: Mutex<(exchange: ClientExchange?, isCancelled: Bool)> = Mutex((nil, false))

  func begin(_ exchange: ClientExchange) {
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

/// The reason why an exchange with a peer failed.
enum ClientError: Error, Hashable {
  /// No connection could be opened.
  case unreachable(reason: String)
  /// The peer's certificate is not trusted, or the peer does not support TLS.
  case insecure(reason: String)
  /// The peer sent nothing for `seconds` seconds.
  case silent(seconds: Int)
  /// The connection was closed, or the peer sent something that is not valid HTTP.
  case broken(reason: String)
  /// HTTP does not allow the response; `reason` is a complete predicate for the error message.
  case improper(reason: String)
  /// The request cannot be sent as valid HTTP, so nothing was sent and the peer is not at fault.
  case unsendable(reason: String)
  /// The body of the request ended early.
  case upload(reason: String)
  /// The client of the exchange no longer waits for the response.
  case cancelled

  /// The subject of a sentence about the peer if its name is not known.
  static let subject = "the upstream"

  /// Creates the error that corresponds to an error of SwiftNIO or TLS.
  init(_ error: any Error) {
    switch error {
    case let peerError as ClientError: self = peerError
    case is NIOConnectionError, is ChannelError, is IOError:
      self = .unreachable(reason: Self.text(error))
    case _ where ClientTLS.isUncleanShutdown(error):
      self = .broken(reason: "the connection was closed")
    case _ where ClientTLS.isFailure(error):
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
    case let error as IOError: error.errnoCode == ECONNREFUSED ? "connection refused" : "\(error)"
    default: "\(error)"
    }
  }

  /// Returns an explanation with a remedy for a BoringSSL error string; an unknown string is
  /// unchanged.
  static func explanation(ofTLS text: String) -> String {
    let words: [(String, String)] = [
      (
        "CERTIFICATE_VERIFY_FAILED",
        "its certificate is out of date, or signed by an untrusted authority; give the "
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

extension ClientError: CustomStringConvertible {
  /// The predicate of a sentence about the peer, such as `cannot be reached: …`.
  var description: String {
    switch self {
    case .unreachable(let reason): "cannot be reached: \(reason)"
    case .insecure(let reason): "is not trusted: \(reason)"
    case .silent(let seconds): "sent nothing for \(seconds) seconds"
    case .broken(let reason): "answered with no complete HTTP response: \(reason)"
    case .improper(let reason): reason
    case .unsendable(let reason): "was not asked: \(reason)"
    case .upload(let reason): "got no complete request: \(reason)"
    case .cancelled: "was no longer needed: the client disconnected"
    }
  }

  /// Returns a sentence about the failure, with the peer as its subject only if the peer is at
  /// fault.
  func sentence(about peer: String) -> String {
    switch self {
    case .unsendable(let reason): "the request was not sent to \(peer): \(reason)"
    case .upload(let reason): "the request to \(peer) ended before it was whole: \(reason)"
    default: "\(peer) \(self)"
    }
  }

  /// Whether the request is at fault rather than the peer.
  var isOfRequest: Bool {
    if case .unsendable = self { true } else { false }
  }
}

extension HTTPRequestHead {
  /// The reason why this head cannot be sent as one HTTP/1.1 request; `nil` if it can.
  ///
  /// The method, the target and the header fields may come from a contract, a recording or a
  /// client. A line break in any of them would start a second request.
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
