import Foundation

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
