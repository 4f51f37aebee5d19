#if canImport(CoreData) || ManagedObjects
  import Foundation
  public import ManagedObjects

  /// The StackMob names of an entity and its properties.
  ///
  /// The schema of an entity is its name in lower case. The field of a property is its name with
  /// `_` and a lower-case letter for each capital: `yearBorn` becomes `year_born`.
  ///
  /// - Source: protocol reference B15.
  struct EntityNaming {
    let entity: NSEntityDescription
    /// The session that defines the user schema and its primary key field.
    let session: SMUserSession?

    init(_ entity: NSEntityDescription, _ session: SMUserSession? = nil) {
      self.entity = entity
      self.session = session ?? SMClient.default()?.session
    }

    var schema: String { (entity.name ?? "").lowercased() }

    var isUser: Bool { entity.objectClass is SMUserManagedObject.Type }

    var primaryKey: String {
      get throws(SMException) {
        let attributes = entity.attributesByName
        let plain = [schema + "Id", schema + "_id"]
        let user = session.map(\.userPrimaryKeyField)
        if isUser {
          let candidates = [user].compactMap(\.self) + plain
          return candidates.first { attributes[$0] != nil } ?? user ?? plain[0]
        }
        if let found = plain.first(where: { attributes[$0] != nil }) { return found }
        if let user, schema == session?.userSchema, attributes[user] != nil { return user }
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The entity \(entity.name ?? "") needs an attribute \(plain[0]) or \(plain[1]) "
            + "for its primary key, or a subclass of SMUserManagedObject.")
      }
    }

    var primaryKeyField: String {
      get throws(SMException) { try field(primaryKey) }
    }

    /// Returns the StackMob field for a property.
    ///
    /// - Throws: ``SMException`` if the property's name starts with a capital letter.
    func field(_ property: String) throws(SMException) -> String {
      guard let first = property.first, !first.isUppercase else {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The property \"\(property)\" starts with a capital letter; "
            + "start it with a small letter.")
      }
      return property.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }

    /// Returns the property named `field`, otherwise the property whose name converts to `field`.
    func property(_ field: String) -> NSPropertyDescription? {
      let properties = entity.propertiesByName
      if let exact = properties[field] { return exact }
      let words = field.split(separator: "_", omittingEmptySubsequences: false)
      let capitals = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return properties[(words.prefix(1).map(String.init) + capitals).joined()]
    }
  }

  extension NSEntityDescription {
    fileprivate var objectClass: AnyClass? {
      #if canImport(CoreData)
        NSClassFromString(managedObjectClassName)
      #else
        managedObjectType
      #endif
    }

    /// Returns the schema of the entity: its name in lower case.
    public func smSchema() -> String { EntityNaming(self).schema }

    /// Returns the name of the entity's attribute that is the primary key.
    ///
    /// It is `<schema>Id`, otherwise `<schema>_id`; for the user entity it is the primary key field
    /// of the default client. If the entity has none of these attributes, the process ends with
    /// `SMExceptionIncompatibleObject`.
    public func primaryKeyField() -> String {
      SMException.raising { () throws(SMException) in try EntityNaming(self).primaryKey }
    }

    /// Returns the name of the StackMob field that is the primary key.
    public func smPrimaryKeyField() -> String {
      SMException.raising { () throws(SMException) in try EntityNaming(self).primaryKeyField }
    }

    /// Returns the name of the StackMob field for a property.
    ///
    /// If the property's name starts with a capital letter, the process ends.
    public func smFieldName(forProperty property: NSPropertyDescription) -> String {
      SMException.raising { () throws(SMException) in try EntityNaming(self).field(property.name) }
    }

    /// Returns the property for a StackMob field, or `nil` if there is none.
    ///
    /// It is the property with the same name, otherwise the one whose name converts to the field's
    /// name.
    public func property(forSMFieldName field: String) -> NSPropertyDescription? {
      EntityNaming(self).property(field)
    }
  }
#endif
