#if !canImport(CoreData)
  import Foundation
  package import GhostlightSQLite

  extension Data: DatabaseValueConvertible {
    package var databaseValue: DatabaseValue { .blob(Array(self)) }

    /// Creates data from a blob, or from the bytes of a string; `nil` for other column values.
    package init?(_ value: DatabaseValue) {
      guard let bytes = [UInt8](value) else { return nil }
      self.init(bytes)
    }
  }

  extension StoredValue {
    /// Converts an attribute's value to the value of its column.
    func databaseValue(_ attribute: NSAttributeDescription) throws -> (
      any DatabaseValueConvertible
    )? {
      switch self {
      case .null: nil
      case .integer(let value): value
      case .boolean(let value): value ? Int64(1) : Int64(0)
      case .double(let value): value
      case .float(let value): Double(value)
      case .decimal(let value): value.stringValue
      case .text(let value): value
      case .date(let value): value.timeIntervalSinceReferenceDate
      case .data(let value): value
      case .uuid(let value):
        withUnsafeBytes(of: value.uuid) { Data($0) }
      case .url(let value): value.absoluteString
      case .object(let value): try AttributeTransformer.data(of: value, attribute)
      }
    }

    /// Converts the value of a column to the value of its attribute.
    init(_ row: Row, _ column: Int, _ attribute: NSAttributeDescription) throws {
      if row.hasNull(atIndex: column) {
        self = .null
        return
      }
      switch attribute.attributeType {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
        self = .integer(row[column])
      case .booleanAttributeType: self = .boolean(row[column] as Int64 != 0)
      case .doubleAttributeType: self = .double(row[column])
      case .floatAttributeType: self = .float(Float(row[column] as Double))
      case .stringAttributeType: self = .text(row[column])
      case .dateAttributeType:
        self = .date(Date(timeIntervalSinceReferenceDate: row[column]))
      case .decimalAttributeType: self = .decimal(NSDecimalNumber(string: row[column]))
      case .binaryDataAttributeType: self = .data(row[column])
      case .UUIDAttributeType:
        let data: Data = row[column]
        guard data.count == 16 else {
          self = .null
          return
        }
        self = .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
      case .URIAttributeType:
        self = URL(string: row[column] as String).map(StoredValue.url) ?? .null
      case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType:
        self = .object(try AttributeTransformer.value(of: row[column], attribute))
      }
    }
  }

  /// Converts the values of transformable attributes to bytes and back.
  enum AttributeTransformer {
    /// The names of Foundation's built-in transformers, which use keyed archives.
    private static let archives: Set<String> = [
      "", "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName",
      "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
    ]

    private static func transformer(
      _ attribute: NSAttributeDescription
    ) throws -> ValueTransformer? {
      let name = attribute.valueTransformerName ?? ""
      guard !archives.contains(name) else { return nil }
      if let found = ValueTransformer.named(name) { return found }
      throw NSError.coreData(
        NSCoreDataError,
        "There is no value transformer named '\(name)' for the attribute "
          + "'\(attribute.name)'.")
    }

    static func data(of value: Any, _ attribute: NSAttributeDescription) throws -> Data {
      if let transformer = try transformer(attribute) {
        if let data = transformer.transformedValue(value) as? Data { return data }
        throw NSError.coreData(
          NSCoreDataError, "The transformer of '\(attribute.name)' did not return data.")
      }
      let object: Any =
        switch value {
        case let array as [Any]: NSArray(array: array)
        case let dictionary as [AnyHashable: Any]: NSDictionary(dictionary: dictionary)
        case let set as Set<AnyHashable>: NSSet(array: Array(set))
        case let text as String: NSString(string: text)
        default: value
        }
      return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: false)
    }

    static func value(of data: Data, _ attribute: NSAttributeDescription) throws -> Any {
      if let transformer = try transformer(attribute) {
        if let value = transformer.reverseTransformedValue(data) { return value }
        throw NSError.coreData(
          NSCoreDataError, "The transformer of '\(attribute.name)' did not return a value.")
      }
      let reader = try NSKeyedUnarchiver(forReadingFrom: data)
      reader.requiresSecureCoding = false
      defer { reader.finishDecoding() }
      guard let value = reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) else {
        throw NSError.coreData(
          NSCoreDataError, "The archive of '\(attribute.name)' cannot be read.")
      }
      return value
    }
  }
#endif
