public import Foundation

/// A class that the generator made: a graph object, or a struct inside one.
///
/// The module fills, reads, copies and compares instances by ``graphFields``.
///
/// - Source: protocol reference E13.
public protocol EGF2Model: NSObject, SendableMetatype {
  /// Makes an instance whose properties have their defaults.
  init()
  /// The properties, those of superclasses first.
  static var graphFields: [EGF2Field] { get }
  /// The names of the properties that the server always sends.
  func requiredFields() -> [String]
}

/// A class of graph objects that the generator made.
///
/// - Source: protocol reference E13.
public protocol EGF2GraphModel: EGF2Model {
  /// The name of the type in the configuration, such as `post`; empty in the base class.
  static var graphObjectType: String { get }
  /// The names of the properties that `updateObject(withId:object:)` sends.
  func editableFields() -> [String]
}

extension EGF2Model {
  /// The fields of the class.
  var fieldMap: FieldMap { FieldMap.of(type(of: self)) }

  /// The values by property name.
  var graphMembers: [String: FieldValue] {
    Dictionary(fieldMap.fields.map { ($0.name, $0.access.read(self)) }) { $1 }
  }

  /// An instance of the same class with the same values, structs and objects being its own.
  var graphCopy: any EGF2Model {
    let copy = type(of: self).init()
    for field in fieldMap.fields {
      field.access.write(copy, field.access.read(self).copied)
      guard let companion = field.companion, let object = companion.read(self) else { continue }
      _ = companion.write(copy, (object as? any EGF2Model)?.graphCopy ?? object)
    }
    return copy
  }
}

/// The classes of an app's models, by the ends of ids.
struct ModelTypes: Sendable {
  var classes: [String: NSObject.Type] = [:]

  /// The class for an id; `nil` where none of ours is registered for its end.
  func model(for id: String) -> (any EGF2GraphModel.Type)? {
    guard let code = Self.code(of: id) else { return nil }
    return classes[code] as? any EGF2GraphModel.Type
  }

  /// Returns the error for an id without a class, or with a class of an older generator.
  func unknown(_ id: String) -> NSError {
    guard let type = Self.code(of: id).flatMap({ classes[$0] }) else {
      return EGF2Error.unknownType("Unknown type for object with id: \(id)")
    }
    return EGF2Error.unknownType("\(type) declares no graphFields: run egf2gen")
  }

  /// The class for a type's name.
  func model(named name: String) -> (any EGF2GraphModel.Type)? {
    for type in classes.values {
      if let model = type as? any EGF2GraphModel.Type, model.graphObjectType == name {
        return model
      }
    }
    return nil
  }

  /// What follows the last `-`, if that are two characters.
  static func code(of id: String) -> String? {
    guard let dash = id.lastIndex(of: "-") else { return nil }
    let code = id[id.index(after: dash)...]
    return code.count == 2 ? String(code) : nil
  }
}
