#if !canImport(CoreData)
  import Foundation

  /// An attribute's value, in the form that managed objects and stores share.
  ///
  /// ``external(_:)`` converts it to a Foundation type; numbers become `NSNumber`.
  enum StoredValue {
    case null
    case integer(Int64)
    case boolean(Bool)
    case double(Double)
    case float(Float)
    case decimal(NSDecimalNumber)
    case text(String)
    case date(Date)
    case data(Data)
    case uuid(UUID)
    case url(URL)
    /// The value of a transformable attribute.
    case object(Any)

    /// Converts the value to the Foundation type that `value(forKey:)` returns.
    func external(_ type: NSAttributeType) -> Any? {
      switch self {
      case .null: nil
      case .integer(let value):
        switch type {
        case .integer16AttributeType: NSNumber(value: Int16(truncatingIfNeeded: value))
        case .integer32AttributeType: NSNumber(value: Int32(truncatingIfNeeded: value))
        default: NSNumber(value: value)
        }
      case .boolean(let value): NSNumber(value: value)
      case .double(let value): NSNumber(value: value)
      case .float(let value): NSNumber(value: value)
      case .decimal(let value): value
      case .text(let value): value
      case .date(let value): value
      case .data(let value): value
      case .uuid(let value): value
      case .url(let value): value
      case .object(let value): value
      }
    }

    /// Returns whether a store would save both values in the same way.
    ///
    /// Values of transformable attributes are compared with `isEqual`.
    func isSame(as other: StoredValue) -> Bool {
      switch (self, other) {
      case (.null, .null): true
      case (.integer(let left), .integer(let right)): left == right
      case (.boolean(let left), .boolean(let right)): left == right
      case (.double(let left), .double(let right)): left == right
      case (.float(let left), .float(let right)): left == right
      case (.decimal(let left), .decimal(let right)): left.compare(right) == .orderedSame
      case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
      case (.date(let left), .date(let right)): left == right
      case (.data(let left), .data(let right)): left == right
      case (.uuid(let left), .uuid(let right)): left == right
      case (.url(let left), .url(let right)): left == right
      case (.object(let left), .object(let right)):
        (left as? NSObject).map { $0.isEqual(right) } ?? false
      default: false
      }
    }
  }

  extension StoredValue {
    /// Converts a value to an attribute's type, or returns `nil` if the attribute does not accept
    /// it.
    static func coerced(_ value: Any?, for attribute: NSAttributeDescription) -> StoredValue? {
      guard let value else { return .null }
      switch attribute.attributeType {
      case .stringAttributeType: return coercedText(value)
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
        return coercedInteger(value, attribute.attributeType)
      case .booleanAttributeType: return coercedBoolean(value)
      case .doubleAttributeType: return coercedDouble(value)
      case .floatAttributeType:
        return nested(value, Float.self, StoredValue.float)
          ?? number(value).map { .float($0.floatValue) } ?? coercedNull(value)
      case .dateAttributeType:
        return nested(value, Date.self, StoredValue.date) ?? coercedNull(value)
      case .binaryDataAttributeType:
        return nested(value, Data.self, StoredValue.data) ?? coercedNull(value)
      case .UUIDAttributeType:
        return nested(value, UUID.self, StoredValue.uuid) ?? coercedNull(value)
      case .URIAttributeType: return nested(value, URL.self, StoredValue.url) ?? coercedNull(value)
      case .decimalAttributeType: return coercedDecimal(value)
      case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType:
        return coercedNull(value) ?? .object(value)
      }
    }

    private static func coercedText(_ value: Any) -> StoredValue? {
      if let text = value as? String { return .text(text) }
      if let text = value as? NSString { return .text(text.description) }
      return coercedNull(value)
    }

    private static func coercedInteger(_ value: Any, _ type: NSAttributeType) -> StoredValue? {
      var wide: Int64
      if let value = value as? Int {
        wide = Int64(value)
      } else if let number = number(value) {
        wide = number.int64Value
      } else {
        return coercedNull(value)
      }
      switch type {
      case .integer16AttributeType: wide = Int64(Int16(truncatingIfNeeded: wide))
      case .integer32AttributeType: wide = Int64(Int32(truncatingIfNeeded: wide))
      default: break
      }
      return .integer(wide)
    }

    private static func coercedBoolean(_ value: Any) -> StoredValue? {
      if let value = value as? Bool { return .boolean(value) }
      return number(value).map { .boolean($0.boolValue) } ?? coercedNull(value)
    }

    private static func coercedDouble(_ value: Any) -> StoredValue? {
      if let value = value as? Double { return .double(value) }
      return number(value).map { .double($0.doubleValue) } ?? coercedNull(value)
    }

    private static func coercedDecimal(_ value: Any) -> StoredValue? {
      if let value = value as? NSDecimalNumber { return .decimal(value) }
      if let value = value as? Decimal { return .decimal(NSDecimalNumber(decimal: value)) }
      guard let number = number(value) else { return coercedNull(value) }
      // The conversion of an infinite double to `Decimal` traps on Linux.
      guard !number.doubleValue.isInfinite else { return .decimal(.notANumber) }
      return .decimal(NSDecimalNumber(decimal: number.decimalValue))
    }

    private static func nested<Value>(
      _ value: Any, _ type: Value.Type, _ make: (Value) -> StoredValue
    ) -> StoredValue? {
      (value as? Value).map(make)
    }

    /// Returns `.null` for `NSNull` and for an empty optional in an `Any`, otherwise `nil`.
    private static func coercedNull(_ value: Any) -> StoredValue? {
      if value is NSNull { return .null }
      if let optional = value as? any OptionalValue { return optional.isAbsent ? .null : nil }
      return nil
    }

    /// Returns a number of any Swift type as `NSNumber`, or `nil` for other values.
    static func number(_ value: Any) -> NSNumber? {
      if let number = value as? NSNumber { return number }
      switch value {
      case let value as Int: return NSNumber(value: value)
      case let value as Double: return NSNumber(value: value)
      case let value as Bool: return NSNumber(value: value)
      case let value as Float: return NSNumber(value: value)
      case let value as Int64: return NSNumber(value: value)
      case let value as Int32: return NSNumber(value: value)
      case let value as Int16: return NSNumber(value: value)
      case let value as Int8: return NSNumber(value: value)
      case let value as UInt: return NSNumber(value: value)
      case let value as UInt64: return NSNumber(value: value)
      case let value as UInt32: return NSNumber(value: value)
      case let value as UInt16: return NSNumber(value: value)
      case let value as UInt8: return NSNumber(value: value)
      case let value as Decimal: return NSDecimalNumber(decimal: value)
      default: return nil
      }
    }
  }

  /// A protocol for reading an optional in an `Any` without knowing its wrapped type.
  protocol OptionalValue {
    var isAbsent: Bool { get }
    var anyValue: Any? { get }
  }

  extension Optional: OptionalValue {
    var isAbsent: Bool { self == nil }
    var anyValue: Any? { self.map { $0 as Any } }
  }
#endif
