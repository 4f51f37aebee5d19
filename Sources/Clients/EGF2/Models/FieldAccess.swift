import Foundation
import Synchronization

/// The functions that read and write one property of a model.
struct FieldAccess: Sendable {
  let read: @Sendable (NSObject) -> FieldValue
  /// Sets the property.
  ///
  /// It does nothing if the value is not of the property's kind.
  let write: @Sendable (NSObject, FieldValue) -> Void

  /// Creates functions for an optional property.
  init<Model: EGF2Model, Value: FieldConvertible>(
    optional path: any ReferenceWritableKeyPath<Model, Value?> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path]?.fieldValue ?? .none }
    write = { model, value in
      guard let model = model as? Model else { return }
      if let value = Value(value) { model[keyPath: path] = value }
    }
  }

  /// Creates functions for a property that is not optional.
  init<Model: EGF2Model, Value: FieldConvertible>(
    always path: any ReferenceWritableKeyPath<Model, Value> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path].fieldValue ?? .none }
    write = { model, value in
      guard let model = model as? Model else { return }
      if let value = Value(value) { model[keyPath: path] = value }
    }
  }

  /// Creates functions for a list property.
  ///
  /// A list is written only if all its elements are of the right kind.
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

  /// Creates functions for a dictionary property, which contains any JSON object.
  init<Model: EGF2Model>(
    dictionary path: any ReferenceWritableKeyPath<Model, NSDictionary?> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path].map { .dictionary($0) } ?? .none }
    write = { model, value in
      guard let model = model as? Model, case .dictionary(let value) = value else { return }
      model[keyPath: path] = value
    }
  }

  init<Model: EGF2Model, Value: EGF2Model>(
    structure path: any ReferenceWritableKeyPath<Model, Value?> & Sendable
  ) {
    read = { ($0 as? Model)?[keyPath: path].map { .model($0) } ?? .none }
    write = { model, value in
      guard let model = model as? Model, case .model(let value) = value else { return }
      if let value = value as? Value { model[keyPath: path] = value }
    }
  }

  /// Creates functions for a property with a list of structs.
  ///
  /// A list is written only if all its elements have the right class.
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

/// A property type whose values have no parts, such as `String` and `Date`.
protocol FieldConvertible: SendableMetatype {
  init?(_ value: FieldValue)
  var fieldValue: FieldValue { get }
}

extension String: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .string(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .string(self) }
}

extension Date: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .date(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .date(self) }
}

extension Int: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .integer(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .integer(self) }
}

extension Double: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .number(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .number(self) }
}

extension Bool: FieldConvertible {
  init?(_ value: FieldValue) {
    guard case .boolean(let value) = value else { return nil }
    self = value
  }

  var fieldValue: FieldValue { .boolean(self) }
}

/// The fields of a class, which can be looked up by property name and by name in JSON.
struct FieldMap: Sendable {
  let fields: [EGF2Field]
  private let byName: [String: Int]
  private let byJSON: [String: Int]

  private init(_ fields: [EGF2Field]) {
    self.fields = fields
    byName = Dictionary(fields.indices.map { (fields[$0].name, $0) }) { $1 }
    byJSON = Dictionary(fields.indices.map { (fields[$0].json, $0) }) { $1 }
  }

  /// Returns the fields of a class.
  ///
  /// The map is created once for each class and shared by all threads.
  static func of(_ type: any EGF2Model.Type) -> FieldMap {
    let key = ObjectIdentifier(type)
    if let known = maps.withLock({ $0[key] }) { return known }
    let map = FieldMap(type.graphFields)
    maps.withLock { $0[key] = map }
    return map
  }

  private static let maps = Mutex<[ObjectIdentifier: FieldMap]>([:])

  func field(named name: String) -> EGF2Field? { byName[name].map { fields[$0] } }

  func field(json: String) -> EGF2Field? { byJSON[json].map { fields[$0] } }
}
