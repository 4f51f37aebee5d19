public import Foundation

/// Copying and comparing models.
///
/// - Source: protocol reference B12.
extension NSObject {
  /// A copy of a model: changing it never changes the original.
  ///
  /// Structs, lists of structs and expanded objects are copied, too. An object that is no model
  /// cannot be copied; asking for it is a mistake in the program and stops it.
  public func copyGraphObject() -> Self {
    guard let model = self as? any EGF2Model, let copy = (model.graphCopy as NSObject) as? Self
    else {
      preconditionFailure(
        "\(type(of: self)) is no model of EGF2: copyGraphObject() copies generated classes only")
    }
    return copy
  }

  /// Whether both are models of the same class with the same values.
  ///
  /// Structs and lists are compared in depth; expanded objects do not count. An object that is no
  /// model is compared by `isEqual`.
  public func isEqual(graphObject: NSObject) -> Bool {
    guard let model = self as? any EGF2Model else { return isEqual(graphObject) }
    guard type(of: self) == type(of: graphObject) else { return false }
    return model.fieldMap.fields.allSatisfy {
      $0.access.read(self).equals($0.access.read(graphObject))
    }
  }

  /// The fields of this model that differ from another's, with this model's values.
  ///
  /// Structs and lists are given whole, structs as dictionaries. What is nil here is left out:
  /// removing a field takes `delete_fields`. `nil` where nothing differs, or where the objects are
  /// not models of the same class.
  public func changesFrom(graphObject: NSObject) -> [String: Any]? {
    guard let model = self as? any EGF2Model, type(of: self) == type(of: graphObject) else {
      return nil
    }
    var changes: [String: Any] = [:]
    for field in model.fieldMap.fields {
      let value = field.access.read(self)
      guard !value.equals(field.access.read(graphObject)) else { continue }
      changes[field.name] = value.foundation
    }
    return changes.isEmpty ? nil : changes
  }
}
