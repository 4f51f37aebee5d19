public import Foundation

/// Copying and comparing models.
///
/// - Source: protocol reference B12.
extension NSObject {
  /// Returns a copy of a model.
  ///
  /// Changing the copy never changes the original.
  ///
  /// Structs, lists of structs and expanded objects are copied too. The receiver must be a model:
  /// for any other object the program stops with a precondition failure.
  public func copyGraphObject() -> Self {
    guard let model = self as? any EGF2Model, let copy = (model.graphCopy as NSObject) as? Self
    else {
      preconditionFailure(
        "\(type(of: self)) is not an EGF2 model: copyGraphObject() copies only generated classes")
    }
    return copy
  }

  /// Returns whether both objects are models of the same class with equal values.
  ///
  /// Structs and lists are compared at every depth, but expanded objects are not compared. An
  /// object that is not a model is compared by `isEqual`.
  public func isEqual(graphObject: NSObject) -> Bool {
    guard let model = self as? any EGF2Model else { return isEqual(graphObject) }
    guard type(of: self) == type(of: graphObject) else { return false }
    return model.fieldMap.fields.allSatisfy {
      $0.access.read(self).equals($0.access.read(graphObject))
    }
  }

  /// Returns the fields of this model that differ from another model, with this model's values.
  ///
  /// Structs and lists are returned whole, structs as dictionaries. Properties that are `nil` in
  /// this model are left out; to remove a field, send `delete_fields`. Returns `nil` if nothing
  /// differs, or if the objects are not models of the same class.
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
