import GhostlightCore
import GhostlightEmulation

/// What each operator means in the shared algebra.
///
/// A field that is missing fails every comparison but `ne` and `nin` (D28); an array or a to-many
/// relationship passes when one of its elements does, and `ne` and `nin` when none does.
extension QueryCondition {
  /// - Throws: ``Fault/unknownQueryField``, ``Fault/badQueryValue``, ``Fault/badGeoQuery``.
  func lowered(_ schema: Schema) throws(Fault) -> Predicate {
    guard let type = schema[field], type != .password else {
      throw .unknownQueryField.filled(["field": field, "schema": schema.name])
    }
    return .field(FieldPath(field), try test(type))
  }

  private func test(_ type: FieldType) throws(Fault) -> FieldTest {
    switch comparison {
    case .equals: return type.reaching(.equals(try read(type)))
    case .notEqual: return .noneOf([type.reaching(.equals(try read(type)))])
    case .less: return type.reaching(.less(try read(type)))
    case .lessOrEqual: return type.reaching(.lessOrEqual(try read(type)))
    case .greater: return type.reaching(.greater(try read(type)))
    case .greaterOrEqual: return type.reaching(.greaterOrEqual(try read(type)))
    case .isIn: return type.reaching(.isOneOf(try QueryValue.list(value, type, field: field)))
    case .isNotIn:
      return .noneOf([type.reaching(.isOneOf(try QueryValue.list(value, type, field: field)))])
    case .isNull:
      let absent: [FieldTest] = [.isMissing, .isNull]
      return try QueryValue.bool(value, field: field) ? .anyOf(absent) : .noneOf(absent)
    case .isEmpty: return try emptiness(type)
    case .near: return try NearCondition(self, type).test
    case .within: return try WithinCondition(self, type).test
    }
  }

  private func read(_ type: FieldType) throws(Fault) -> JSON {
    try QueryValue.read(value, type, field: field)
  }

  /// For strings only; a missing field is neither empty nor not (D29).
  private func emptiness(_ type: FieldType) throws(Fault) -> FieldTest {
    guard type == .scalar(.string) || type == .forgotPassword else {
      throw .badQueryValue.filled(["field": field, "type": type.name])
    }
    guard try QueryValue.bool(value, field: field) else { return .greater("") }
    return .equals("")
  }
}

extension FieldType {
  /// The test as it reaches the elements of arrays and to-many relationships.
  fileprivate func reaching(_ test: FieldTest) -> FieldTest {
    switch self {
    case .array, .relationship(_, isToMany: true): .anyElement(test)
    default: test
    }
  }
}
