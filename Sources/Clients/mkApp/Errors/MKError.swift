public import Foundation

/// Why a call failed.
///
/// - Source: protocol reference C.1, "Errors".
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
