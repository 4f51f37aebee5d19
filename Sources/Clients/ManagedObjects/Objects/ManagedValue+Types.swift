#if !canImport(CoreData)
  public import Foundation

  extension ManagedValue {
    /// `nil` by default: a property without a value cannot be read as this type.
    public static var absent: Self? { nil }
  }

  extension ManagedValue where Self: FixedWidthInteger {
    /// Returns the value of an integer attribute of any width, or `nil` for other attributes.
    public static func read(_ value: ManagedPropertyValue) -> Self? {
      switch value.stored {
      case .integer(let number): Self(truncatingIfNeeded: number)
      case .boolean(let flag): flag ? 1 : 0
      case .double(let number): Self(exactly: number.rounded(.towardZero))
      default: nil
      }
    }
    /// Zero, as for properties with scalar types in Core Data.
    public static var absent: Self? { 0 }
    /// The integer, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue {
      ManagedPropertyValue(.stored(.integer(Int64(truncatingIfNeeded: self))))
    }
  }

  extension Int: ManagedValue {}
  extension Int16: ManagedValue {}
  extension Int32: ManagedValue {}
  extension Int64: ManagedValue {}

  extension String: ManagedValue {
    /// Returns the string, or `nil` for any other type of value.
    public static func read(_ value: ManagedPropertyValue) -> String? {
      if case .text(let text) = value.stored { text } else { nil }
    }
    /// The string, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.text(self))) }
  }

  extension Bool: ManagedValue {
    /// Returns the Boolean value of a Boolean or integer attribute.
    public static func read(_ value: ManagedPropertyValue) -> Bool? {
      switch value.stored {
      case .boolean(let flag): flag
      case .integer(let number): number != 0
      default: nil
      }
    }
    /// `false`, as for properties with scalar types in Core Data.
    public static var absent: Bool? { false }
    /// The Boolean value, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.boolean(self))) }
  }

  extension Double: ManagedValue {
    /// Returns the value of a floating-point or integer attribute, or `nil` for other attributes.
    public static func read(_ value: ManagedPropertyValue) -> Double? {
      switch value.stored {
      case .double(let number): number
      case .float(let number): Double(number)
      case .integer(let number): Double(number)
      default: nil
      }
    }
    /// Zero, as for properties with scalar types in Core Data.
    public static var absent: Double? { 0 }
    /// The number, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.double(self))) }
  }

  extension Float: ManagedValue {
    /// Returns the value of a floating-point attribute, or `nil` for other attributes.
    public static func read(_ value: ManagedPropertyValue) -> Float? {
      switch value.stored {
      case .float(let number): number
      case .double(let number): Float(number)
      default: nil
      }
    }
    /// Zero, as for properties with scalar types in Core Data.
    public static var absent: Float? { 0 }
    /// The number, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.float(self))) }
  }

  extension Decimal: ManagedValue {
    /// Returns the value of a decimal attribute, or `nil` for other attributes.
    public static func read(_ value: ManagedPropertyValue) -> Decimal? {
      if case .decimal(let number) = value.stored { number.decimalValue } else { nil }
    }
    /// The number, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue {
      ManagedPropertyValue(.stored(.decimal(NSDecimalNumber(decimal: self))))
    }
  }

  extension Date: ManagedValue {
    /// Returns the date, or `nil` for any other type of value.
    public static func read(_ value: ManagedPropertyValue) -> Date? {
      if case .date(let date) = value.stored { date } else { nil }
    }
    /// The date, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.date(self))) }
  }

  extension Data: ManagedValue {
    /// Returns the bytes of a binary attribute, or of a transformable one whose value is `Data`.
    public static func read(_ value: ManagedPropertyValue) -> Data? {
      switch value.stored {
      case .data(let data): data
      case .object(let object): object as? Data
      default: nil
      }
    }
    /// The bytes, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.data(self))) }
  }

  extension UUID: ManagedValue {
    /// Returns the UUID, or `nil` for any other type of value.
    public static func read(_ value: ManagedPropertyValue) -> UUID? {
      if case .uuid(let uuid) = value.stored { uuid } else { nil }
    }
    /// The UUID, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.uuid(self))) }
  }

  extension URL: ManagedValue {
    /// Returns the URL, or `nil` for any other type of value.
    public static func read(_ value: ManagedPropertyValue) -> URL? {
      if case .url(let url) = value.stored { url } else { nil }
    }
    /// The URL, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.url(self))) }
  }

  extension Optional: ManagedValue where Wrapped: ManagedValue {
    /// Returns the wrapped value, or `.some(nil)` for a missing value or a different type.
    public static func read(_ value: ManagedPropertyValue) -> Self? { .some(Wrapped.read(value)) }
    /// The wrapped value, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue {
      self?.managed ?? ManagedPropertyValue(.stored(.null))
    }
  }

  extension NSManagedObject: ManagedValue {
    /// Returns the related object of a to-one relationship, or `nil` if there is none.
    public static func read(_ value: ManagedPropertyValue) -> Self? {
      guard case .related(.one(let object?)) = value.content else { return nil }
      return object as? Self
    }
    /// The object, converted to a ``ManagedPropertyValue``.
    public final var managed: ManagedPropertyValue { ManagedPropertyValue(.objects([self])) }
  }

  extension Set: ManagedValue where Element: NSManagedObject {
    /// Returns the related objects that have the element type.
    public static func read(_ value: ManagedPropertyValue) -> Set? {
      Set(value.objects.compactMap { $0 as? Element })
    }
    /// The objects, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.objects(Array(self))) }
  }

  extension Array: ManagedValue where Element: NSManagedObject {
    /// Returns the objects of an ordered relationship or a fetched property, if they have the
    /// element type.
    public static func read(_ value: ManagedPropertyValue) -> Array? {
      value.objects.compactMap { $0 as? Element }
    }
    /// The objects, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.objects(self)) }
  }

  /// A wrapper for the value of a transformable attribute.
  ///
  /// Use it as the type of a ``Managed`` property if the value's own type does not conform to
  /// ``ManagedValue``. Generated classes use it too. It does not exist in Core Data.
  public struct TransformableValue<Value>: ManagedValue {
    /// The wrapped value.
    public let value: Value

    /// Wraps a value, so that it can be assigned to a property.
    public init(_ value: Value) { self.value = value }

    /// Returns the attribute's value, or `nil` if it has a different type.
    public static func read(_ value: ManagedPropertyValue) -> TransformableValue? {
      guard case .object(let object) = value.stored else { return nil }
      return (object as? Value).map(TransformableValue.init)
    }
    /// The wrapped value, converted to a ``ManagedPropertyValue``.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.object(value))) }
  }

  extension NSManagedObject {
    /// Returns a relationship's objects as `NSSet`, the type that Xcode's generated classes use.
    public final func managedSet(forKey key: String) -> NSSet? {
      (value(forKey: key) as? Set<NSManagedObject>).map { NSSet(array: Array($0)) }
    }
  }
#endif
