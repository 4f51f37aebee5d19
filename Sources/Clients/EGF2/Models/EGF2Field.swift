public import Foundation

/// A description of one property of a model: its names, its kind, and how to read and write it.
///
/// Generated code creates a field for each property, with a function for the kind of the property.
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
  /// The name of the property in the model class.
  public let name: String
  /// The name of the property's member in JSON.
  public let json: String
  let kind: FieldKind
  let access: FieldAccess
  /// The property with the expanded object, such as `imageObject` for the id in `image`.
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

/// Functions that create fields with single values, for generated code.
extension EGF2Field {
  /// Creates the field of a string property.
  public static func string<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .string, FieldAccess(optional: path))
  }

  /// Creates the field of a date property.
  public static func date<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Date?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .date, FieldAccess(optional: path))
  }

  /// Creates the field of an integer property.
  public static func integer<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Int> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .integer, FieldAccess(always: path))
  }

  /// Creates the field of a floating-point property.
  public static func number<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Double> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .number, FieldAccess(always: path))
  }

  /// Creates the field of a Boolean property.
  public static func boolean<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Bool> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .boolean, FieldAccess(always: path))
  }

  /// Creates the field of a property with an object's id, if the app has no class for the object.
  public static func reference<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .reference, FieldAccess(optional: path))
  }

  /// Creates the field of a property with an object's id.
  ///
  /// `object` is the property that contains the object itself if it is expanded.
  public static func reference<Model: EGF2Model, Target: NSObject & SendableMetatype>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, String?> & Sendable,
    object: any ReferenceWritableKeyPath<Model, Target?> & Sendable
  ) -> EGF2Field {
    EGF2Field(
      name, json: json, .reference, FieldAccess(optional: path),
      companion: FieldCompanion(object))
  }

  /// Creates the field of a dictionary property, which contains any JSON object.
  ///
  /// Its keys are the member names in JSON.
  public static func dictionary<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, NSDictionary?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .dictionary, FieldAccess(dictionary: path))
  }

  /// Creates the field of a struct property, whose value is an instance of a generated class.
  public static func structure<Model: EGF2Model, Value: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, Value?> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .structure(Value.self), FieldAccess(structure: path))
  }
}

/// Functions that create fields with lists, for generated code.
extension EGF2Field {
  /// Creates the field of a property with a list of structs.
  public static func structures<Model: EGF2Model, Value: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Value]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.structure(Value.self)), FieldAccess(structures: path))
  }

  /// Creates the field of a property with a list of strings or ids.
  public static func strings<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [String]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.string), FieldAccess(list: path))
  }

  /// Creates the field of a property with a list of dates.
  public static func dates<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Date]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.date), FieldAccess(list: path))
  }

  /// Creates the field of a property with a list of integers.
  public static func integers<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Int]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.integer), FieldAccess(list: path))
  }

  /// Creates the field of a property with a list of floating-point numbers.
  public static func numbers<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Double]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.number), FieldAccess(list: path))
  }

  /// Creates the field of a property with a list of Boolean values.
  public static func booleans<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Bool]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.boolean), FieldAccess(list: path))
  }
}

/// The property with an expanded object, which is declared next to the property with its id.
struct FieldCompanion: Sendable {
  let read: @Sendable (NSObject) -> NSObject?
  /// Sets the property.
  ///
  /// Returns `false` if the object's class is not the property's class.
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
