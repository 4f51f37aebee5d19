public import Foundation

/// One property of a model: its names, its kind, and how to read and write it.
///
/// Generated code makes them with a function for each kind, such as
/// `.string("firstName", json: "first_name", \Person.firstName)`.
///
/// - Source: protocol reference B13 and E13.
public struct EGF2Field: Sendable {
  /// The name of the property.
  public let name: String
  /// The name of the member on the wire.
  public let json: String
  let kind: FieldKind
  let access: FieldAccess
  /// The property with the object that the id stands for.
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

/// The functions that generated code makes fields of lists with.
extension EGF2Field {
  /// A property with structs.
  public static func structures<Model: EGF2Model, Value: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Value]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.structure(Value.self)), FieldAccess(structures: path))
  }

  /// A property with texts, or with ids.
  public static func strings<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [String]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.string), FieldAccess(list: path))
  }

  /// A property with dates.
  public static func dates<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Date]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.date), FieldAccess(list: path))
  }

  /// A property with whole numbers.
  public static func integers<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Int]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.integer), FieldAccess(list: path))
  }

  /// A property with numbers.
  public static func numbers<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Double]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.number), FieldAccess(list: path))
  }

  /// A property with truth values.
  public static func booleans<Model: EGF2Model>(
    _ name: String, json: String? = nil,
    _ path: any ReferenceWritableKeyPath<Model, [Bool]> & Sendable
  ) -> EGF2Field {
    EGF2Field(name, json: json, .list(.boolean), FieldAccess(list: path))
  }
}

/// The property beside an id that holds the object of that id.
struct FieldCompanion: Sendable {
  let read: @Sendable (NSObject) -> NSObject?
  /// Answers whether the object fits the property.
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
