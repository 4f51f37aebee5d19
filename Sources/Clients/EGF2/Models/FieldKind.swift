/// What a property holds.
enum FieldKind: Sendable {
  case string
  case date
  case integer
  case number
  case boolean
  /// The id of an object.
  case reference
  /// Any JSON object.
  case dictionary
  case structure(any EGF2Model.Type)
  indirect case list(FieldKind)

  /// The class of the struct, or of the structs in the list.
  var structure: (any EGF2Model.Type)? {
    switch self {
    case .structure(let type): type
    case .list(let element): element.structure
    default: nil
    }
  }
}
