public import Foundation

/// The functions that generated code makes fields of single values with.
extension EGF2Field {
  /// A property with text.
  public static func string<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .string, FieldAccess(optional: path))
  }

  /// A property with a date.
  public static func date<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Date?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .date, FieldAccess(optional: path))
  }

  /// A property with a whole number.
  public static func integer<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Int> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .integer, FieldAccess(always: path))
  }

  /// A property with a number.
  public static func number<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Double> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .number, FieldAccess(always: path))
  }

  /// A property with a truth value.
  public static func boolean<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Bool> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .boolean, FieldAccess(always: path))
  }

  /// A property with the id of an object that the app has no class for.
  public static func reference<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .reference, FieldAccess(optional: path))
  }

  /// A property with the id of an object, and the property with that object.
  public static func reference<Model: EGF2Model, Target: NSObject & SendableMetatype>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable,
    object: any ReferenceWritableKeyPath<Model, Target?> & Sendable
  ) -> EGF2Field {
    EGF2Field(
      name, json: json, .reference, FieldAccess(optional: path),
      companion: FieldCompanion(object))
  }

  /// A property with any JSON object, its names as on the wire.
  public static func dictionary<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, NSDictionary?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .dictionary, FieldAccess(dictionary: path))
  }

  /// A property with a struct.
  public static func structure<Model: EGF2Model, Value: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Value?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .structure(Value.self), FieldAccess(structure: path))
  }
}
