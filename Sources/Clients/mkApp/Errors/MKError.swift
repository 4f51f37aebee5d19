public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// Why a call failed.
///
/// - Source: protocol reference C1, "Errors".
public struct MKError: Error, Sendable, Equatable {
  /// The kinds of failure, by the vendor's numbers.
  public enum Code: Int, Sendable {
    /// No failure.
    case none = 0
    /// An argument is missing or cannot be sent; or the server answered 400.
    case invalidParams = 100
    /// The server refused, with 402 or 404.
    case operationFailed = 101
    /// The server allows this to nobody or to others only, with 401 or 403.
    case operationNotAllowed = 102
    /// User name or email is in use: 406 or 407.
    case duplicateKey = 103
    /// A file without a name.
    case nullFileName = 104
    /// A file without bytes.
    case nullFileSize = 105
    /// A file that is nowhere yet.
    case nullFileUrl = 106
    /// An email address without `@`.
    case malformedEmail = 107
    /// There is no way to the server, or it broke.
    case connectionFailed = 200
    /// The answer is not what the call promises.
    case invalidResponse = 201
    /// Any other status from 400.
    case unknownStatus = 202
    /// The server knows no file of this id.
    case unknownFileName = 203
  }

  /// The kind of failure.
  public let code: Code
  /// The HTTP status, where the server answered.
  public let statusCode: Int?
  /// The server's message, or a line on what is wrong and how to mend it.
  public let message: String

  /// A failure.
  public init(_ code: Code, statusCode: Int? = nil, message: String) {
    self.code = code
    self.statusCode = statusCode
    self.message = message
  }
}

extension MKError: CustomNSError, LocalizedError {
  /// `MKAPPErrorDomain`.
  public static var errorDomain: String { "MKAPPErrorDomain" }
  /// The number of the code.
  public var errorCode: Int { code.rawValue }
  /// The message as the localized description.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: message] }
  /// The message.
  public var errorDescription: String? { message }
}

extension MKError {
  /// What a response from status 400 means.
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

  /// An answer that is not what the call promises.
  static func unexpected(_ status: Int?, _ wanted: String) -> MKError {
    MKError(
      .invalidResponse, statusCode: status, message: "The server's answer is not \(wanted).")
  }
}

extension Result {
  /// The failure, if it is one.
  var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }

  /// The value, if there is one.
  var value: Success? {
    guard case .success(let value) = self else { return nil }
    return value
  }
}
