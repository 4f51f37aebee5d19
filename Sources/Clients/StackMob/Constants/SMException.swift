public import Foundation

/// An error that the Objective-C SDK raised as an exception.
///
/// Throwing calls throw it, and calls with blocks pass it to the failure block. A few calls of the
/// Core Data store can do neither; they end the process. ``name`` is a constant such as
/// `SMExceptionIncompatibleObject`, ``reason`` is a description for developers.
///
/// - Source: protocol reference B0.
public struct SMException: Error, Sendable, Hashable {
  /// The exception's name: a constant such as `SMExceptionIncompatibleObject`.
  public let name: String
  /// A description of the problem and its remedy.
  public let reason: String

  /// Creates an exception with a name and a reason.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }
}

extension SMException: LocalizedError {
  /// The exception's ``reason``.
  public var errorDescription: String? { reason }
}

extension SMException: CustomStringConvertible {
  /// The name and the reason on one line.
  public var description: String { "\(name): \(reason)" }
}
