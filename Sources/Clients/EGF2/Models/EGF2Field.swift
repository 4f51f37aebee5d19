public import Foundation

/// A description of one property of a model: its names, its kind, and how to read and write it.
///
/// Generated code creates one for each property, with a function for the kind of the property.
/// Hand-written models do the same in their `graphFields`. A field is immutable and can be used
/// from any thread.
///
/// ```swift
/// import EGF2
/// import Foundation
///
/// final class Person: NSObject, EGF2Model {
///   var firstName: String?
///   static var graphFields: [EGF2Field] {
///     [.string("firstName", json: "first_name", \Person.firstName)]
///   }
///   func requiredFields() -> [String] { ["firstName"] }
/// }
/// ```
///
/// - Source: protocol reference B13 and E13.
public struct EGF2Field: Sendable {
  /// The name of the property.
  public let name: String
  /// The name of the member in JSON.
  public let json: String
  let kind: FieldKind
  let access: FieldAccess
  /// The property for the object that the id refers to, such as `imageObject` for `image`.
  let companion: FieldCompanion?

  init(
    _ name: String, json: String?, _ kind: FieldKind, _ access: FieldAccess,
    companion: FieldCompanion? = nil
  ) {
    self.name = name
    self.json = json ?? name
    self.kind = kind
    self.access = access
    self.companion = companion
  }
}

/// Functions that create fields of single values, for generated code.
extension EGF2Field {
  /// Creates the field of a text.
  public static func string<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .string, FieldAccess(optional: path))
  }

  /// Creates the field of a date.
  public static func date<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Date?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .date, FieldAccess(optional: path))
  }

  /// Creates the field of an integer.
  public static func integer<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Int> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .integer, FieldAccess(always: path))
  }

  /// Creates the field of a floating-point number.
  public static func number<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Double> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .number, FieldAccess(always: path))
  }

  /// Creates the field of a Boolean value.
  public static func boolean<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Bool> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .boolean, FieldAccess(always: path))
  }

  /// Creates the field of an object's id, for objects without a class in the app.
  public static func reference<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .reference, FieldAccess(optional: path))
  }

  /// Creates the field of an object's id.
  ///
  /// `object` is the property for the object itself.
  public static func reference<Model: EGF2Model, Target: NSObject & SendableMetatype>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable,
    object: any ReferenceWritableKeyPath<Model, Target?> & Sendable
  ) -> EGF2Field {
    EGF2Field(
      name, json: json, .reference, FieldAccess(optional: path),
      companion: FieldCompanion(object))
  }

  /// Creates the field of any JSON object.
  ///
  /// Its names are those in JSON.
  public static func dictionary<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, NSDictionary?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .dictionary, FieldAccess(dictionary: path))
  }

  /// Creates the field of a struct.
  public static func structure<Model: EGF2Model, Value: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Value?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .structure(Value.self), FieldAccess(structure: path))
  }
}

/// Functions that create fields of lists, for generated code.
extension EGF2Field {
  /// Creates the field of a list of structs.
  public static func structures<Model: EGF2Model, Value: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Value]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.structure(Value.self)), FieldAccess(structures: path))
  }

  /// Creates the field of a list of texts or ids.
  public static func strings<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [String]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.string), FieldAccess(list: path))
  }

  /// Creates the field of a list of dates.
  public static func dates<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Date]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.date), FieldAccess(list: path))
  }

  /// Creates the field of a list of integers.
  public static func integers<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Int]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.integer), FieldAccess(list: path))
  }

  /// Creates the field of a list of floating-point numbers.
  public static func numbers<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Double]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.number), FieldAccess(list: path))
  }

  /// Creates the field of a list of Boolean values.
  public static func booleans<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Bool]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.boolean), FieldAccess(list: path))
  }
}

/// The property for an object that is declared next to the property for its id.
struct FieldCompanion: Sendable {
  let read: @Sendable (NSObject) -> NSObject?
  /// Sets the property.
  ///
  /// Returns whether the object has the property's class.
  let write: @Sendable (NSObject, NSObject) -> Bool

  init<Model: EGF2Model, Target: NSObject & SendableMetatype>(
    _ path: any ReferenceWritableKeyPath<Model, Target?> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path] }
    write = { model, object in
      guard let model = model as? Model, let object = object as? Target else { return false }
      model[keyPath: path] = object
      return true
    }
  }
}
