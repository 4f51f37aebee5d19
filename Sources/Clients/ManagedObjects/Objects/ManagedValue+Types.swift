#if !canImport(CoreData)
  public import Foundation

  extension ManagedValue {
    /// Nothing stands for no value.
    public static var absent: Self? { nil }
  }

  extension ManagedValue where Self: FixedWidthInteger {
    /// The integer, whatever width the attribute has.
    public static func read(_ value: ManagedPropertyValue) -> Self? {
      switch value.stored {
      case .integer(let number): Self(truncatingIfNeeded: number)
      case .boolean(let flag): flag ? 1 : 0
      case .double(let number): Self(exactly: number.rounded(.towardZero))
      default: nil
      }
    }
    /// Zero, as for Apple's scalars.
    public static var absent: Self? { 0 }
    /// The integer.
    public var managed: ManagedPropertyValue {
      ManagedPropertyValue(.stored(.integer(Int64(truncatingIfNeeded: self))))
    }
  }

  extension Int: ManagedValue {}
  extension Int16: ManagedValue {}
  extension Int32: ManagedValue {}
  extension Int64: ManagedValue {}

  extension String: ManagedValue {
    /// The text.
    public static func read(_ value: ManagedPropertyValue) -> String? {
      if case .text(let text) = value.stored { text } else { nil }
    }
    /// The text.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.text(self))) }
  }

  extension Bool: ManagedValue {
    /// True or false.
    public static func read(_ value: ManagedPropertyValue) -> Bool? {
      switch value.stored {
      case .boolean(let flag): flag
      case .integer(let number): number != 0
      default: nil
      }
    }
    /// False, as for Apple's scalars.
    public static var absent: Bool? { false }
    /// True or false.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.boolean(self))) }
  }

  extension Double: ManagedValue {
    /// The number.
    public static func read(_ value: ManagedPropertyValue) -> Double? {
      switch value.stored {
      case .double(let number): number
      case .float(let number): Double(number)
      case .integer(let number): Double(number)
      default: nil
      }
    }
    /// Zero, as for Apple's scalars.
    public static var absent: Double? { 0 }
    /// The number.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.double(self))) }
  }

  extension Float: ManagedValue {
    /// The number.
    public static func read(_ value: ManagedPropertyValue) -> Float? {
      switch value.stored {
      case .float(let number): number
      case .double(let number): Float(number)
      default: nil
      }
    }
    /// Zero, as for Apple's scalars.
    public static var absent: Float? { 0 }
    /// The number.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.float(self))) }
  }

  extension Decimal: ManagedValue {
    /// The number.
    public static func read(_ value: ManagedPropertyValue) -> Decimal? {
      if case .decimal(let number) = value.stored { number.decimalValue } else { nil }
    }
    /// The number.
    public var managed: ManagedPropertyValue {
      ManagedPropertyValue(.stored(.decimal(NSDecimalNumber(decimal: self))))
    }
  }

  extension Date: ManagedValue {
    /// The point in time.
    public static func read(_ value: ManagedPropertyValue) -> Date? {
      if case .date(let date) = value.stored { date } else { nil }
    }
    /// The point in time.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.date(self))) }
  }

  extension Data: ManagedValue {
    /// The bytes, also those that a transformable attribute holds.
    public static func read(_ value: ManagedPropertyValue) -> Data? {
      switch value.stored {
      case .data(let data): data
      case .object(let object): object as? Data
      default: nil
      }
    }
    /// The bytes.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.data(self))) }
  }

  extension UUID: ManagedValue {
    /// The identifier.
    public static func read(_ value: ManagedPropertyValue) -> UUID? {
      if case .uuid(let uuid) = value.stored { uuid } else { nil }
    }
    /// The identifier.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.uuid(self))) }
  }

  extension URL: ManagedValue {
    /// The URL.
    public static func read(_ value: ManagedPropertyValue) -> URL? {
      if case .url(let url) = value.stored { url } else { nil }
    }
    /// The URL.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.url(self))) }
  }

  extension Optional: ManagedValue where Wrapped: ManagedValue {
    /// The value, or none.
    public static func read(_ value: ManagedPropertyValue) -> Self? { .some(Wrapped.read(value)) }
    /// The value, or none.
    public var managed: ManagedPropertyValue {
      self?.managed ?? ManagedPropertyValue(.stored(.null))
    }
  }

  extension NSManagedObject: ManagedValue {
    /// The object of a relationship to one.
    public static func read(_ value: ManagedPropertyValue) -> Self? {
      guard case .related(.one(let object?)) = value.content else { return nil }
      return object as? Self
    }
    /// The object.
    public final var managed: ManagedPropertyValue { ManagedPropertyValue(.objects([self])) }
  }

  extension Set: ManagedValue where Element: NSManagedObject {
    /// The objects of a relationship to many.
    public static func read(_ value: ManagedPropertyValue) -> Set? {
      Set(value.objects.compactMap { $0 as? Element })
    }
    /// The objects.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.objects(Array(self))) }
  }

  extension Array: ManagedValue where Element: NSManagedObject {
    /// The objects of an ordered relationship, or of a fetched property.
    public static func read(_ value: ManagedPropertyValue) -> Array? {
      value.objects.compactMap { $0 as? Element }
    }
    /// The objects.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.objects(self)) }
  }

  /// The value of a transformable attribute, typed.
  public struct TransformableValue<Value>: ManagedValue {
    /// The value.
    public let value: Value

    /// A value.
    public init(_ value: Value) { self.value = value }

    /// The value, where it is of the type.
    public static func read(_ value: ManagedPropertyValue) -> TransformableValue? {
      guard case .object(let object) = value.stored else { return nil }
      return (object as? Value).map(TransformableValue.init)
    }
    /// The value.
    public var managed: ManagedPropertyValue { ManagedPropertyValue(.stored(.object(value))) }
  }

  extension NSManagedObject {
    /// The objects of a relationship to many as Xcode's classes have them.
    public final func managedSet(forKey key: String) -> NSSet? {
      (value(forKey: key) as? Set<NSManagedObject>).map { NSSet(array: Array($0)) }
    }
  }
#endif
