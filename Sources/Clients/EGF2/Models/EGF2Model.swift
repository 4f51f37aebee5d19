public import Foundation

/// A generated class: a graph object, or a struct inside a graph object.
///
/// `egf2gen` creates the conformance. The module uses ``graphFields`` to fill, copy and compare
/// instances. Models are not `Sendable`: each call returns new instances, which belong to the
/// caller. The fields of all properties; those of superclasses come first.
///
/// - Source: protocol reference E13.
public protocol EGF2Model: NSObject, SendableMetatype {
  /// Creates an instance whose properties have their default values.
  init()
  /// The fields of all properties, those of superclasses first.
  static var graphFields: [EGF2Field] { get }
  /// Returns the names of the properties that the server always sends.
  func requiredFields() -> [String]
}

/// A generated class of graph objects, such as `Post`.
///
/// Register it in ``EGF2Graph/idsWithModelTypes`` under the last two characters of its objects'
/// ids; the generated `Graph` does so. Structs inside objects conform to ``EGF2Model`` only.
///
/// - Source: protocol reference E13.
public protocol EGF2GraphModel: EGF2Model {
  /// The name of the type in the server's configuration, such as `post`.
  ///
  /// It is empty in the base class.
  static var graphObjectType: String { get }
  /// Returns the names of the properties that `updateObject(withId:object:)` sends.
  func editableFields() -> [String]
}

extension EGF2Model {
  var fieldMap: FieldMap { FieldMap.of(type(of: self)) }

  /// The values of all fields, keyed by property name.
  var graphMembers: [String: FieldValue] {
    Dictionary(fieldMap.fields.map { ($0.name, $0.access.read(self)) }) { $1 }
  }

  /// A new instance of the same class with equal values.
  ///
  /// Structs and expanded objects are copied too.
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

/// The classes of an app's models, keyed by the last part of their objects' ids.
struct ModelTypes: Sendable {
  var classes: [String: NSObject.Type] = [:]

  /// Returns the class for an id, or `nil` if no generated class is registered for its last part.
  func model(for id: String) -> (any EGF2GraphModel.Type)? {
    guard let code = Self.code(of: id) else { return nil }
    return classes[code] as? any EGF2GraphModel.Type
  }

  /// Returns the error for an id whose class is not registered, or was created by an old generator.
  func unknown(_ id: String) -> NSError {
    guard let type = Self.code(of: id).flatMap({ classes[$0] }) else {
      return EGF2Error.unknownType("Unknown type for object with id: \(id)")
    }
    return EGF2Error.unknownType("\(type) does not declare graphFields: run egf2gen")
  }

  /// Returns the class for a type's name in the server's configuration.
  func model(named name: String) -> (any EGF2GraphModel.Type)? {
    for type in classes.values {
      if let model = type as? any EGF2GraphModel.Type, model.graphObjectType == name {
        return model
      }
    }
    return nil
  }

  /// Returns the part of an id after the last `-`, or `nil` unless it has exactly two characters.
  static func code(of id: String) -> String? {
    guard let dash = id.lastIndex(of: "-") else { return nil }
    let code = id[id.index(after: dash)...]
    return code.count == 2 ? String(code) : nil
  }
}
