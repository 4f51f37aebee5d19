#if canImport(CoreData) || ManagedObjects
  import Foundation
  public import ManagedObjects

  /// How entities and their properties are called at StackMob.
  ///
  /// An entity is its schema in small letters. A property in small letters is its field; a capital
  /// becomes `_` and the small letter: `yearBorn` is `year_born`.
  ///
  /// - Source: protocol reference B15.
  struct EntityNaming {
    let entity: NSEntityDescription
    /// What knows the schema of users and its primary key.
    let session: SMUserSession?

    init(_ entity: NSEntityDescription, _ session: SMUserSession? = nil) {
      self.entity = entity
      self.session = session ?? SMClient.default()?.session
    }

    var schema: String { (entity.name ?? "").lowercased() }

    var isUser: Bool { entity.objectClass is SMUserManagedObject.Type }

    /// The name of the attribute that is the primary key.
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
            + "for its primary key, or a class below SMUserManagedObject.")
      }
    }

    var primaryKeyField: String {
      get throws(SMException) { try field(primaryKey) }
    }

    /// The field of a property.
    func field(_ property: String) throws(SMException) -> String {
      guard let first = property.first, !first.isUppercase else {
        throw SMException(
          name: SMExceptionIncompatibleObject,
          reason: "The property \"\(property)\" starts with a capital letter; "
            + "StackMob's fields have none.")
      }
      return property.map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined()
    }

    /// The property of a field: that of its name, else the one that becomes it.
    func property(_ field: String) -> NSPropertyDescription? {
      let properties = entity.propertiesByName
      if let exact = properties[field] { return exact }
      let words = field.split(separator: "_", omittingEmptySubsequences: false)
      let capitals = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
      return properties[(words.prefix(1).map(String.init) + capitals).joined()]
    }
  }

  extension NSEntityDescription {
    /// The class of the entity's objects.
    fileprivate var objectClass: AnyClass? {
      #if canImport(CoreData)
        NSClassFromString(managedObjectClassName)
      #else
        managedObjectType
      #endif
    }

    /// The schema of the entity.
    public func smSchema() -> String { EntityNaming(self).schema }

    /// The name of the attribute that is the primary key.
    ///
    /// `<schema>Id`, else `<schema>_id`; for users what the default client calls it. Without one the
    /// process ends with `SMExceptionIncompatibleObject`.
    public func primaryKeyField() -> String {
      SMException.raising { () throws(SMException) in try EntityNaming(self).primaryKey }
    }

    /// The field that is the primary key.
    public func smPrimaryKeyField() -> String {
      SMException.raising { () throws(SMException) in try EntityNaming(self).primaryKeyField }
    }

    /// The field of a property; a name with a capital at its start ends the process.
    public func smFieldName(forProperty property: NSPropertyDescription) -> String {
      SMException.raising { () throws(SMException) in try EntityNaming(self).field(property.name) }
    }

    /// The property of a field: that of its name, else the one that becomes it, else `nil`.
    public func property(forSMFieldName field: String) -> NSPropertyDescription? {
      EntityNaming(self).property(field)
    }
  }
#endif
