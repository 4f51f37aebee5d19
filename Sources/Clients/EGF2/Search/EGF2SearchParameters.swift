public import Foundation

/// What is searched for.
///
/// - Source: protocol reference B11.
public class EGF2SearchParameters: NSObject {
  /// The type of the objects, such as `user`.
  public var object: String
  /// What is to be expanded in each object.
  public var expand: [String]?
  /// The fields that the query looks into.
  public var fields: [String]?
  /// Values that fields must have: one each, or several in an array.
  ///
  /// `!` before a value excludes it, `-` stands for a field that is missing.
  public var filters: [String: Any]?
  /// Bounds of fields: `"low:high"`, or an array of two.
  public var range: [String: Any]?
  /// The order: `field`, `field(ASC)` or `field(DESC)`.
  public var sort: [String]?
  /// Words, one of which must occur.
  public var query: String?

  /// Parameters that find every object of a type.
  public init(withObject object: String) {
    self.object = object
  }

  /// Parameters that find every object of a type.
  public static func parameters(withObject object: String) -> EGF2SearchParameters {
    EGF2SearchParameters(withObject: object)
  }
}
