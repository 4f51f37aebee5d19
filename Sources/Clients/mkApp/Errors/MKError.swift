public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// The reason why a call failed, thrown or passed to a block as `Error`.
///
/// Check ``code`` for the kind of failure and ``statusCode`` for the response's HTTP status. It
/// bridges to an `NSError` with the domain `MKAPPErrorDomain` and the vendor's error number.
///
/// ```swift
/// import mkApp
///
/// func describe(_ error: any Error) -> String {
///   guard let error = error as? MKError else { return "\(error)" }
///   return error.code == .connectionFailed ? "offline" : error.message
/// }
/// ```
///
/// - Source: protocol reference C1, "Errors".
public struct MKError: Error, Sendable, Equatable {
  /// The kind of failure, with the vendor's error number as its raw value.
  ///
  /// The number is also the `code` of the bridged `NSError`. Most kinds are derived from the
  /// response's HTTP status; every status of 400 or more is a failure.
  public enum Code: Int, Sendable {
    /// No failure occurred; the module never throws this code.
    case none = 0
    /// An argument is missing or cannot be sent, or the server responded with 400.
    case invalidParams = 100
    /// The server rejected the request with HTTP status 402 or 404.
    case operationFailed = 101
    /// No user is logged in, or the user does not have permission: HTTP status 401 or 403.
    case operationNotAllowed = 102
    /// The user name or email address is already in use: HTTP status 406 or 407.
    case duplicateKey = 103
    /// A file to upload has no name.
    case nullFileName = 104
    /// A file to upload has no bytes.
    case nullFileSize = 105
    /// A file to download has no location, because it was never saved.
    case nullFileUrl = 106
    /// The email address of a new user has no `@`.
    case malformedEmail = 107
    /// The network failed before a response arrived.
    case connectionFailed = 200
    /// The response does not have the expected form.
    case invalidResponse = 201
    /// The server responded with any other status of 400 or more.
    case unknownStatus = 202
    /// The server does not have a file with this id.
    case unknownFileName = 203
  }

  /// The kind of failure, such as ``Code/connectionFailed``.
  public let code: Code
  /// The HTTP status of the response; `nil` if there was no response.
  public let statusCode: Int?
  /// The server's message, or a sentence that states the problem and its remedy.
  public let message: String

  /// Creates an error with a kind, an optional HTTP status and a message.
  public init(_ code: Code, statusCode: Int? = nil, message: String) {
    self.code = code
    self.statusCode = statusCode
    self.message = message
  }
}

extension MKError: CustomNSError, LocalizedError {
  /// The domain of the bridged `NSError`: `MKAPPErrorDomain`.
  public static var errorDomain: String { "MKAPPErrorDomain" }
  /// The vendor's error number for ``code``.
  public var errorCode: Int { code.rawValue }
  /// The user info of the bridged `NSError`, with the message as its localized description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
  /// The same string as ``message``.
  public var errorDescription: String? { message }
}

extension MKError {
  /// Creates the error for a response with a status of 400 or more.
  init(_ response: Response) {
    let status = response.status.code
    let json = response.json
    let text = json?["message"]?.string ?? (json == nil ? response.text : "")
    self.init(
      Self.code(ofStatus: status), statusCode: status,
      message: text.isEmpty ? "The server returned status \(status)." : text)
  }

  private static func code(ofStatus status: Int) -> Code {
    switch status {
    case ..<400: .none
    case 400: .invalidParams
    case 401, 403: .operationNotAllowed
    case 402, 404: .operationFailed
    case 406, 407: .duplicateKey
    default: .unknownStatus
    }
  }

  init(_ error: TransportError) {
    switch error {
    case .malformedRequest(let text):
      self.init(
        .invalidParams, message: "\(text) is not a valid URL; correct the endpoint or the path.")
    case .malformedResponse:
      self.init(.invalidResponse, message: "The response is not valid HTTP.")
    default:
      self.init(.connectionFailed, message: error.description)
    }
  }

  /// Creates the error for a response without the expected value, which `wanted` describes.
  static func unexpected(_ status: Int?, _ wanted: String) -> MKError {
    MKError(
      .invalidResponse, statusCode: status, message: "The server's response is not \(wanted).")
  }
}

extension Result {
  var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }

  var value: Success? {
    guard case .success(let value) = self else { return nil }
    return value
  }
}
