import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Why an exchange with a peer brought nothing.
enum PeerProblem: Error, Hashable {
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

  /// Says what an error of the connection means.
  init(_ error: any Error) {
    switch error {
    case let problem as PeerProblem: self = problem
    case is NIOConnectionError, is ChannelError, is IOError:
      self = .unreachable(reason: Self.text(error))
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self = .insecure(reason: Self.text(error))
    default: self = .broken(reason: Self.text(error))
    }
  }

  private static func text(_ error: any Error) -> String {
    switch error {
    case ChannelError.connectTimeout: "no connection in time"
    case ChannelError.eof: "the connection was closed"
    case let error as NIOConnectionError:
      error.connectionErrors.first.map { text($0.error) } ?? "there is no host \(error.host)"
    case let error as IOError: error.errnoCode == ECONNREFUSED ? "nobody listens" : "\(error)"
    default: "\(error)"
    }
  }
}

extension PeerProblem: CustomStringConvertible {
  /// What went wrong, for the end of a sentence.
  var description: String {
    switch self {
    case .unreachable(let reason): "cannot be reached: \(reason)"
    case .insecure(let reason): "is not trusted: \(reason)"
    case .silent(let seconds): "said nothing for \(seconds) seconds"
    case .tooLarge(let limit): "answered with more than \(limit) bytes"
    case .broken(let reason): "answered with no complete HTTP response: \(reason)"
    }
  }
}
