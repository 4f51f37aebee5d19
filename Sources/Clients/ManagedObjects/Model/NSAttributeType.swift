#if !canImport(CoreData)
  /// The type of an attribute's values.
  ///
  /// - Source: Core Data, "NSAttributeType"; the raw values are Apple's.
  public enum NSAttributeType: UInt, Sendable, Hashable, CaseIterable {
    /// No type; only for transient attributes.
    case undefinedAttributeType = 0
    /// An integer of 16 bits.
    case integer16AttributeType = 100
    /// An integer of 32 bits.
    case integer32AttributeType = 200
    /// An integer of 64 bits.
    case integer64AttributeType = 300
    /// A decimal number.
    case decimalAttributeType = 400
    /// A floating-point number of 64 bits.
    case doubleAttributeType = 500
    /// A floating-point number of 32 bits.
    case floatAttributeType = 600
    /// A text.
    case stringAttributeType = 700
    /// True or false.
    case booleanAttributeType = 800
    /// A point in time.
    case dateAttributeType = 900
    /// Bytes.
    case binaryDataAttributeType = 1000
    /// A universally unique identifier.
    case UUIDAttributeType = 1100
    /// A URL.
    case URIAttributeType = 1200
    /// Any object that a value transformer makes bytes of.
    case transformableAttributeType = 1800
    /// The id of an object; only in results of requests.
    case objectIDAttributeType = 2000

    /// Whether the values are integers of some width.
    var isInteger: Bool {
      switch self {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: true
      default: false
      }
    }

    /// Whether the values are numbers.
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
    /// The type of an attribute's values, under the short names of newer systems.
    public struct AttributeType: RawRepresentable, Sendable, Hashable {
      /// The number of the ``NSAttributeType``.
      public let rawValue: UInt

      /// The type with a number.
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
      /// A text.
      public static let string = AttributeType(.stringAttributeType)
      /// True or false.
      public static let boolean = AttributeType(.booleanAttributeType)
      /// A point in time.
      public static let date = AttributeType(.dateAttributeType)
      /// Bytes.
      public static let binaryData = AttributeType(.binaryDataAttributeType)
      /// A universally unique identifier.
      public static let uuid = AttributeType(.UUIDAttributeType)
      /// A URL.
      public static let uri = AttributeType(.URIAttributeType)
      /// Any object that a value transformer makes bytes of.
      public static let transformable = AttributeType(.transformableAttributeType)
      /// The id of an object.
      public static let objectID = AttributeType(.objectIDAttributeType)
    }

    /// The type of the values, under the short names of newer systems.
    public var type: AttributeType {
      get { AttributeType(rawValue: attributeType.rawValue) }
      set {
        attributeType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType
      }
    }
  }
#endif
