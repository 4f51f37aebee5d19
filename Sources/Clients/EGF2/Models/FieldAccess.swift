import Foundation

/// How the value of a property is read and written.
struct FieldAccess: Sendable {
  let read: @Sendable (NSObject) -> FieldValue
  /// Does nothing where the value is of another kind.
  let write: @Sendable (NSObject, FieldValue) -> Void

  /// A property that may be nil.
  init<Model: EGF2Model, Value: FieldConvertible>(
    optional path: any ReferenceWritableKeyPath<Model, Value?> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path]?.fieldValue ?? .none }
    write = { model, value in
      guard let model = model as? Model else { return }
      if let value = Value(value) { model[keyPath: path] = value }
    }
  }

  /// A property that always has a value.
  init<Model: EGF2Model, Value: FieldConvertible>(
    always path: any ReferenceWritableKeyPath<Model, Value> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path].fieldValue ?? .none }
    write = { model, value in
      guard let model = model as? Model else { return }
      if let value = Value(value) { model[keyPath: path] = value }
    }
  }

  /// A property with a list.
  init<Model: EGF2Model, Value: FieldConvertible>(
    list path: any ReferenceWritableKeyPath<Model, [Value]> & Sendable
  ) {
    read = { model in
      guard let model = model as? Model else { return .none }
      return .list(model[keyPath: path].map(\.fieldValue))
    }
    write = { model, value in
      guard let model = model as? Model, case .list(let values) = value else { return }
      let converted = values.compactMap { Value($0) }
      if converted.count == values.count { model[keyPath: path] = converted }
    }
  }

  /// A property with any JSON object.
  init<Model: EGF2Model>(
    dictionary path: any ReferenceWritableKeyPath<Model, NSDictionary?> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path].map { .dictionary($0) } ?? .none }
    write = { model, value in
      guard let model = model as? Model, case .dictionary(let value) = value else { return }
      model[keyPath: path] = value
    }
  }

  /// A property with a struct.
  init<Model: EGF2Model, Value: EGF2Model>(
    structure path: any ReferenceWritableKeyPath<Model, Value?> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path].map { .model($0) } ?? .none }
    write = { model, value in
      guard let model = model as? Model, case .model(let value) = value else { return }
      if let value = value as? Value { model[keyPath: path] = value }
    }
  }

  /// A property with a list of structs.
  init<Model: EGF2Model, Value: EGF2Model>(
    structures path: any ReferenceWritableKeyPath<Model, [Value]> & Sendable
  ) {
    read = { model in
      guard let model = model as? Model else { return .none }
      return .list(model[keyPath: path].map { .model($0) })
    }
    write = { model, value in
      guard let model = model as? Model, case .list(let values) = value else { return }
      let converted = values.compactMap { value -> Value? in
        guard case .model(let value) = value else { return nil }
        return value as? Value
      }
      if converted.count == values.count { model[keyPath: path] = converted }
    }
  }
}
