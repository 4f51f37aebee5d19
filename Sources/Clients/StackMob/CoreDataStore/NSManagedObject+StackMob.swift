#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  public import ManagedObjects

  /// The StackMob names of a managed object, and its fields as they are sent.
  ///
  /// - Source: protocol reference B15.
  extension NSManagedObject {
    /// Sets the object's primary key to a random ID in upper case, and returns the ID.
    ///
    /// Call it before the object is saved for the first time.
    @discardableResult
    public func assignObjectId() -> String {
      let id = UUID().uuidString
      setValue(id, forKey: primaryKeyField())
      return id
    }

    /// Sets the object's primary key to a random ID; the importer's name for ``assignObjectId()``.
    @discardableResult
    public func assignId() -> String { assignObjectId() }

    /// Returns the schema of the object's entity.
    public func smSchema() -> String { EntityNaming(entity).schema }

    /// Returns the name of the attribute that is the primary key.
    ///
    /// If the entity has none, the process ends with `SMExceptionIncompatibleObject`.
    public func primaryKeyField() -> String {
      SMException.raising { () throws(SMException) in try naming.primaryKey }
    }

    /// Returns the name of the StackMob field that is the primary key.
    public func smPrimaryKeyField() -> String {
      SMException.raising { () throws(SMException) in try naming.primaryKeyField }
    }

    /// Returns the object's primary key, or `nil` if it has not been set yet.
    public func smObjectId() -> String? { stackMobID }

    /// Returns the value of a relationship: an object, a set or an ordered set.
    ///
    /// - Throws: `SMError` -107 if the related objects could not be read.
    public func value(forRelationshipKey key: String) throws -> Any? {
      try readRelationship(key)
      return value(forKey: key)
    }

    /// Returns a dictionary with the object's fields under `SerializedDictKey`.
    ///
    /// If the fields include relationships, the value of the header field `X-StackMob-Relations` is
    /// under `StackMobRelationsKey`. With `serializeFullObjects` all fields are included, otherwise
    /// only the changed ones; the primary key is always included. A value that StackMob does not
    /// accept ends the process with `SMExceptionIncompatibleObject`.
    public func smDictionarySerialization(
      _ serializeFullObjects: Bool, sendLocalTimestamps: Bool = false
    ) -> [AnyHashable: Any] {
      let extent = ObjectSerialization.Extent(
        isFull: serializeFullObjects, sendsTimestamps: sendLocalTimestamps)
      let serialization: ObjectSerialization
      do {
        serialization = try ObjectSerialization(
          of: self, managedObjectContext?.stackMobStore?.session, extent)
      } catch {
        ((error as? SMException)
          ?? SMException(
            name: SMExceptionCannotFillRelationshipFault,
            reason: (error as NSError).localizedDescription)).raise()
      }
      var result: [AnyHashable: Any] = [
        SerializedDictKey: JSON.object(serialization.body).dictionary
      ]
      result[StackMobRelationsKey] = serialization.header
      return result
    }

    /// Reads the objects of the relationship `key` from the store.
    ///
    /// - Throws: `SMError` -107 if the related objects could not be read.
    func readRelationship(_ key: String) throws {
      do {
        #if canImport(CoreData)
          if isFault { _ = try managedObjectContext?.existingObject(with: objectID) }
        #else
          try realizeRelationship(named: key)
        #endif
      } catch {
        if case SMErrorCouldNotFillRelationshipFault = error { throw error }
        throw SMFailure.unfilled(key, error)
      }
    }

    private var naming: EntityNaming {
      EntityNaming(entity, managedObjectContext?.stackMobStore?.session)
    }

    /// The primary key: from the object ID once the object was saved, before that the attribute's
    /// value.
    var stackMobID: String? {
      if let known = objectID.stackMobID { return known }
      guard let key = try? naming.primaryKey, entity.attributesByName[key] != nil else {
        return nil
      }
      guard let text = value(forKey: key) as? String, !text.isEmpty else { return nil }
      return text
    }
  }

  extension SMFailure {
    /// Returns the error -107, with the reason why `relationship` could not be read.
    static func unfilled(_ relationship: String, _ error: any Error) -> NSError {
      let reason = (error as? SMException)?.reason ?? (error as NSError).localizedDescription
      return stackMob(
        SMErrorCouldNotFillRelationshipFault,
        [
          NSLocalizedDescriptionKey:
            "\(SMExceptionCannotFillRelationshipFault): the relationship \(relationship) could not "
            + "be read: \(reason)",
          NSUnderlyingErrorKey: error,
        ])
    }
  }

  extension NSManagedObjectID {
    /// The primary key of a saved object; `nil` for a temporary ID and for an ID of another store.
    var stackMobID: String? {
      guard !isTemporaryID, let store = persistentStore as? SMIncrementalStore else { return nil }
      return store.referenceObject(for: self) as? String
    }
  }

  extension NSManagedObjectContext {
    /// The first StackMob store of the context's coordinator.
    var stackMobStore: SMIncrementalStore? {
      persistentStoreCoordinator?.persistentStores.lazy.compactMap { $0 as? SMIncrementalStore }
        .first
    }
  }
#endif
