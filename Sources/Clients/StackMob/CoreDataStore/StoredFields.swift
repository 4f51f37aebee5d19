#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import ManagedObjects

  /// The fields of a StackMob object, converted to the property types of its entity.
  ///
  /// Fields for which the entity has no property are ignored.
  ///
  /// - Source: protocol reference B17, "Fetch".
  struct StoredFields {
    /// The values of attributes and the object IDs of to-one relationships, by property name.
    ///
    /// `NSNull` stands for a missing value.
    private(set) var values: [String: Any] = [:]
    /// The primary keys in to-many relationships, by property name.
    private(set) var related: [String: [String]] = [:]
    /// The primary keys in to-one relationships, by property name.
    private(set) var one: [String: String] = [:]

    /// - Throws: ``SMException`` if the value of a to-many relationship is not an array.
    init(
      _ fields: JSON, of entity: NSEntityDescription, _ session: SMUserSession,
      id: (NSEntityDescription, String) -> NSManagedObjectID
    ) throws {
      try self.init(fields, of: entity, session)
      for (name, key) in one {
        values[name] = entity.relationshipsByName[name]?.destinationEntity.map { id($0, key) }
      }
    }

    /// Creates the fields of a cached object.
    init(values: [String: Any], related: [String: [String]]) {
      self.values = values
      self.related = related
    }

    /// Creates the fields without looking up object IDs: a to-one relationship has only the primary key.
    init(_ fields: JSON, of entity: NSEntityDescription, _ session: SMUserSession) throws {
      let naming = EntityNaming(entity, session)
      for (name, attribute) in entity.attributesByName {
        let value = fields[try naming.field(name)].flatMap { Self.value($0, of: attribute) }
        values[name] = value ?? NSNull()
      }
      for (name, relationship) in entity.relationshipsByName {
        guard let destination = relationship.destinationEntity else { continue }
        let field = fields[try naming.field(name)] ?? .null
        let key = try EntityNaming(destination, session).primaryKeyField
        if relationship.isToMany {
          related[name] = try Self.keys(field, key, name)
        } else {
          one[name] = Self.key(field, key)
          values[name] = NSNull()
        }
      }
    }

    private static func key(_ field: JSON, _ key: String) -> String? {
      field.string ?? field[key]?.string
    }

    private static func keys(_ field: JSON, _ key: String, _ name: String) throws -> [String] {
      if field == .null { return [] }
      guard let elements = field.array else {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The relationship \(name) is to-many, but its field is not an array.")
      }
      return elements.compactMap { self.key($0, key) }
    }

    private static func value(_ json: JSON, of attribute: NSAttributeDescription) -> Any? {
      switch attribute.attributeType {
      case .dateAttributeType:
        return json.number.map { Date(timeIntervalSince1970: $0 / 1000) }
      case .transformableAttributeType: return archive(json)
      case .UUIDAttributeType: return json.string.flatMap { UUID(uuidString: $0) }
      case .URIAttributeType: return json.string.flatMap { URL(string: $0) }
      case .decimalAttributeType:
        return json.number.map { _ in NSDecimalNumber(string: json.text()) }
      case .stringAttributeType: return json.string
      case .booleanAttributeType: return json.bool.map { NSNumber(value: $0) } ?? number(json)
      default: return number(json)
      }
    }

    private static func number(_ json: JSON) -> NSNumber? {
      json.integer.map { NSNumber(value: $0) } ?? json.number.map { NSNumber(value: $0) }
    }

    /// Archives a JSON object as an ``SMGeoPoint`` if it describes one, otherwise as a dictionary.
    private static func archive(_ json: JSON) -> Data? {
      guard json.object != nil else { return nil }
      let content: NSObject =
        SMGeoPoint(dictionary: json.dictionary) ?? NSDictionary(dictionary: json.dictionary)
      return try? NSKeyedArchiver.archivedData(
        withRootObject: content, requiringSecureCoding: content is SMGeoPoint)
    }
  }
#endif
