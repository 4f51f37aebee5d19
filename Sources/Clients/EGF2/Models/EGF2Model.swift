public import Foundation

/// A class that the generator made: a graph object, or a struct inside one.
///
/// The module fills, reads, copies and compares instances by ``graphFields``.
///
/// - Source: protocol reference D1.
public protocol EGF2Model: NSObject, SendableMetatype {
  /// Makes an instance whose properties have their defaults.
  init()
  /// The properties, those of superclasses first.
  static var graphFields: [EGF2Field] { get }
  /// The names of the properties that the server always sends.
  func requiredFields() -> [String]
}
