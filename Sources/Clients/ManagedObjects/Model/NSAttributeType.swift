#if !canImport(CoreData)
  /// The type of an attribute's values.
  ///
  /// Classes of an app can use Swift's number types or `NSNumber` for numbers. Set the type as
  /// ``NSAttributeDescription/attributeType``. Composite attributes do not exist here.
  ///
  /// - Source: Core Data, "NSAttributeType"; the raw values are Apple's.
  public enum NSAttributeType: UInt, Sendable, Hashable, CaseIterable {
    /// No type, for transient attributes only.
    case undefinedAttributeType = 0
    /// An integer of 16 bits.
    case integer16AttributeType = 100
    /// An integer of 32 bits.
    case integer32AttributeType = 200
    /// An integer of 64 bits.
    case integer64AttributeType = 300
    /// A decimal number, `NSDecimalNumber` in Foundation.
    case decimalAttributeType = 400
    /// A floating-point number of 64 bits.
    case doubleAttributeType = 500
    /// A floating-point number of 32 bits.
    case floatAttributeType = 600
    /// A string.
    case stringAttributeType = 700
    /// A Boolean value.
    case booleanAttributeType = 800
    /// A point in time.
    case dateAttributeType = 900
    /// Bytes.
    case binaryDataAttributeType = 1000
    /// A UUID.
    case UUIDAttributeType = 1100
    /// A URL.
    case URIAttributeType = 1200
    /// An object of any class, which a value transformer converts to bytes.
    case transformableAttributeType = 1800
    /// The ID of an object, for the results of requests only.
    case objectIDAttributeType = 2000

    var isInteger: Bool {
      switch self {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: true
      default: false
      }
    }

    var isNumeric: Bool {
      switch self {
      case .decimalAttributeType, .doubleAttributeType, .floatAttributeType,
        .booleanAttributeType:
        true
      default: isInteger
      }
    }
  }

  extension NSAttributeDescription {
    /// The type of an attribute's values, with the shorter names that newer Apple SDKs use.
    ///
    /// The raw values are those of ``NSAttributeType``. ``NSAttributeDescription/type`` and
    /// ``NSAttributeDescription/attributeType`` are two views of the same value.
    public struct AttributeType: RawRepresentable, Sendable, Hashable {
      /// The raw value of the ``NSAttributeType``.
      public let rawValue: UInt

      /// Creates a type from a raw value of ``NSAttributeType``.
      public init(rawValue: UInt) { self.rawValue = rawValue }

      private init(_ type: NSAttributeType) { rawValue = type.rawValue }

      /// No type.
      public static let undefined = AttributeType(.undefinedAttributeType)
      /// An integer of 16 bits.
      public static let integer16 = AttributeType(.integer16AttributeType)
      /// An integer of 32 bits.
      public static let integer32 = AttributeType(.integer32AttributeType)
      /// An integer of 64 bits.
      public static let integer64 = AttributeType(.integer64AttributeType)
      /// A decimal number.
      public static let decimal = AttributeType(.decimalAttributeType)
      /// A floating-point number of 64 bits.
      public static let double = AttributeType(.doubleAttributeType)
      /// A floating-point number of 32 bits.
      public static let float = AttributeType(.floatAttributeType)
      /// A string.
      public static let string = AttributeType(.stringAttributeType)
      /// A Boolean value.
      public static let boolean = AttributeType(.booleanAttributeType)
      /// A point in time.
      public static let date = AttributeType(.dateAttributeType)
      /// Bytes.
      public static let binaryData = AttributeType(.binaryDataAttributeType)
      /// A UUID.
      public static let uuid = AttributeType(.UUIDAttributeType)
      /// A URL.
      public static let uri = AttributeType(.URIAttributeType)
      /// An object of any class, which a value transformer converts to bytes.
      public static let transformable = AttributeType(.transformableAttributeType)
      /// The ID of an object.
      public static let objectID = AttributeType(.objectIDAttributeType)
    }

    /// The type of the attribute's values, with the shorter names that newer Apple SDKs use.
    public var type: AttributeType {
      get { AttributeType(rawValue: attributeType.rawValue) }
      set {
        attributeType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType
      }
    }
  }
#endif
