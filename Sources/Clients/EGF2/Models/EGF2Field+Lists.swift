public import Foundation

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
