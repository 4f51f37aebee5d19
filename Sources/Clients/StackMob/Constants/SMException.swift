public import Foundation

/// What the SDK raised as an exception.
///
/// It is thrown where the call can throw, and handed to the failure block where it cannot; nothing
/// traps.
///
/// - Source: protocol reference B0.
public struct SMException: Error, Sendable, Hashable {
  /// The exception's name, one of the constants.
  public let name: String
  /// What is wrong, and what to do about it.
  public let reason: String

  /// Makes an exception.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

extension SMException: LocalizedError {
  /// The reason.
  public var errorDescription: String? { reason }
}

extension SMException: CustomStringConvertible {
  /// Name and reason on one line.
  public var description: String { "\(name): \(reason)" }
}
