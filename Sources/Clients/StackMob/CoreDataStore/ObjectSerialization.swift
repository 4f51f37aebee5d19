#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightCore
  import ManagedObjects

  /// An object's fields as they are sent, and the header field that names the schemas of its
  /// related objects.
  ///
  /// A new object is sent with all its values. A changed object is sent with its changed values,
  /// where null stands for a removed value. A full serialization contains all values in both cases.
  /// The primary key is always included.
  ///
  /// - Source: protocol reference B15.
  struct ObjectSerialization {
    struct Extent {
      var isFull = false
      var sendsTimestamps = false
    }

    var body: JSONObject = [:]
    /// The parts of the header field `X-StackMob-Relations`, which are joined by `&`.
    var relations: [String] = []
    /// The objects that are nested in the body, with the fields that are sent for each.
    var nested: [NSManagedObjectID: JSONObject] = [:]

    /// StackMob accepts nested objects down to three levels below the root object.
    private static let deepest = 3

    private let session: SMUserSession?
    private let extent: Extent

    /// - Throws: ``SMException`` for a value that StackMob does not accept; `SMError` -107 if the
    ///   objects of a to-many relationship could not be read, because the array that is sent
    ///   replaces the stored array.
    init(of object: NSManagedObject, _ session: SMUserSession?, _ extent: Extent = Extent()) throws
    {
      self.session = session
      self.extent = extent
      var open: Set<NSManagedObject> = [object]
      body = try members(of: object, at: "", &open)
    }

    /// The value of the header field `X-StackMob-Relations`; `nil` if no relationship is included.
    var header: String? { relations.isEmpty ? nil : relations.joined(separator: "&") }

    private mutating func members(
      of object: NSManagedObject, at path: String, _ open: inout Set<NSManagedObject>
    ) throws -> JSONObject {
      let naming = EntityNaming(object.entity, session)
      let key = try naming.primaryKeyField
      var members: JSONObject = [:]
      for (name, attribute) in object.entity.attributesByName.sorted(by: { $0.key < $1.key })
      where !attribute.isTransient && includes(name, of: object) {
        let field = try naming.field(name)
        guard field != key else { continue }
        let value = try Self.json(object.value(forKey: name), of: attribute)
        if value == .null, field == "sm_owner" || object.isInserted && !extent.isFull { continue }
        if extent.isFull, !extent.sendsTimestamps, ["createddate", "lastmoddate"].contains(field) {
          continue
        }
        members[field] = value
      }
      for (name, relationship) in object.entity.relationshipsByName.sorted(by: { $0.key < $1.key })
      where !relationship.isTransient && includes(name, of: object) {
        let field = try naming.field(name)
        let value = try related(of: object, relationship, at: path + field, &open)
        if object.isInserted, !extent.isFull, value == .null || value == [] { continue }
        members[field] = value
      }
      members[key] = object.stackMobID.map(JSON.string) ?? .null
      return members.sorted
    }

    private func includes(_ name: String, of object: NSManagedObject) -> Bool {
      if extent.isFull || object.isInserted { return true }
      #if canImport(CoreData)
        return object.changedValues()[name] != nil
      #else
        return object.changedKeys.contains(name)
      #endif
    }

    private mutating func related(
      of object: NSManagedObject, _ relationship: NSRelationshipDescription, at path: String,
      _ open: inout Set<NSManagedObject>
    ) throws -> JSON {
      guard let destination = relationship.destinationEntity else { return .null }
      let naming = EntityNaming(destination, session)
      guard !relationship.isToMany else {
        try object.readRelationship(relationship.name)
        let ids = object.objectIDs(forRelationshipNamed: relationship.name)
        let keys = ids.compactMap { id in
          id.stackMobID ?? object.managedObjectContext?.object(with: id).stackMobID
        }
        guard keys.count == ids.count else { throw Self.idMissing(destination) }
        if !keys.isEmpty { relations.append(path + "=" + naming.schema) }
        return .array((relationship.isOrdered ? keys : keys.sorted()).map(JSON.string))
      }
      guard let other = object.value(forKey: relationship.name) as? NSManagedObject else {
        return .null
      }
      guard let id = other.stackMobID else { throw Self.idMissing(destination) }
      guard path.count(where: { $0 == "." }) < Self.deepest else { return .string(id) }
      relations.append(path + "=" + EntityNaming(other.entity, session).schema)
      guard open.insert(other).inserted else {
        let naming = EntityNaming(other.entity, session)
        return .object(
          JSONObject(uniqueMembers: [.init(try naming.primaryKeyField, .string(id))]))
      }
      let fields = try members(of: other, at: path + ".", &open)
      nested[other.objectID] = fields
      return .object(fields)
    }

    private static func idMissing(_ entity: NSEntityDescription) -> SMException {
      SMException(
        name: SMExceptionIncompatibleObject,
        reason: "An object of \(entity.name ?? "") has no primary key; "
          + "call assignObjectId() before saving.")
    }

    /// Returns the JSON value of an attribute.
    ///
    /// - Throws: ``SMException`` if StackMob does not have a field type for the value.
    static func json(
      _ value: Any?, of attribute: NSAttributeDescription
    ) throws(SMException) -> JSON {
      guard let value, !(value is NSNull) else { return .null }
      switch attribute.attributeType {
      case .booleanAttributeType: return .bool((value as? NSNumber)?.boolValue ?? false)
      case .dateAttributeType:
        guard let date = value as? Date,
          let milliseconds = Int64(
            exactly: (date.timeIntervalSince1970 * 1000).rounded(.towardZero))
        else { break }
        return .integer(milliseconds)
      case .UUIDAttributeType: return .string((value as? UUID)?.uuidString ?? "\(value)")
      case .URIAttributeType: return .string((value as? URL)?.absoluteString ?? "\(value)")
      case .transformableAttributeType:
        if let json = transformed(value) { return json }
      case .binaryDataAttributeType: break
      default: if let json = try? JSON(foundation: value) { return json }
      }
      throw SMException(
        name: SMExceptionIncompatibleObject,
        reason:
          "The attribute \(attribute.name) has a value of the type \(type(of: value)), which no "
          + "field of StackMob can store; convert bytes to a String with SMBinaryDataConversion.")
    }

    private static func transformed(_ value: Any) -> JSON? {
      guard let data = value as? Data else { return try? JSON(foundation: value) }
      let classes: [AnyClass] = [
        SMGeoPoint.self, NSDictionary.self, NSArray.self, NSNumber.self, NSString.self,
      ]
      let content = try? NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data)
      return content.flatMap { try? JSON(foundation: $0) }
    }
  }
#endif
