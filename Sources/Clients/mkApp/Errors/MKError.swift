public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// The reason why a call failed, thrown or passed to a block as `Error`.
///
/// Check ``code`` for the kind of failure and ``statusCode`` for the server's status. It bridges to
/// an `NSError` with the domain `MKAPPErrorDomain` and the vendor's number.
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
  /// The kind of an ``MKError``, with the vendor's number as raw value.
  ///
  /// The number is also the `code` of the bridged `NSError`. The module derives most kinds from the
  /// status of the server's response. Every status from 400 on is a failure.
  public enum Code: Int, Sendable {
    /// There is no failure.
    ///
    /// The module never throws it.
    case none = 0
    /// An argument is missing or cannot be sent, or the server responded with 400.
    case invalidParams = 100
    /// The server refused the request with 402 or 404.
    case operationFailed = 101
    /// The session is missing or does not have the permission: 401 or 403.
    case operationNotAllowed = 102
    /// The user name or email address is already used: 406 or 407.
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
    /// The server responded with a different status from 400 on.
    case unknownStatus = 202
    /// The server does not have a file with this id.
    case unknownFileName = 203
  }

  /// The kind of failure.
  public let code: Code
  /// The HTTP status of the response; `nil` if there was no response.
  public let statusCode: Int?
  /// The server's message, or a sentence about the problem and its remedy.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, statusCode: Int? = nil, message: String) {
    self.code = code
    self.statusCode = statusCode
    self.message = message
  }
}

extension MKError: CustomNSError, LocalizedError {
  /// `MKAPPErrorDomain`.
  public static var errorDomain: String { "MKAPPErrorDomain" }
  /// The vendor's number of the kind.
  public var errorCode: Int { code.rawValue }
  /// A dictionary with the message as the localized description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
  /// The message.
  public var errorDescription: String? { message }
}

extension MKError {
  /// Creates the error for a response with a status from 400 on.
  init(_ response: Response) {
    let status = response.status.code
    let json = response.json
    let text = json?["message"]?.string ?? (json == nil ? response.text : "")
    self.init(
      Self.code(ofStatus: status), statusCode: status,
      message: text.isEmpty ? "The server answered \(status)." : text)
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
      self.init(.invalidParams, message: "\(text) is no URL; correct the endpoint or the path.")
    case .malformedResponse:
      self.init(.invalidResponse, message: "What came is no HTTP response.")
    default:
      self.init(.connectionFailed, message: error.description)
    }
  }

  /// Creates the error for a response that is not a `wanted`.
  static func unexpected(_ status: Int?, _ wanted: String) -> MKError {
    MKError(
      .invalidResponse, statusCode: status, message: "The server's answer is not \(wanted).")
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
