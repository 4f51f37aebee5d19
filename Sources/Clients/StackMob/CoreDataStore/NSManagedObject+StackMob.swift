#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  public import ManagedObjects

  /// What an object is called at StackMob, and what of it is sent.
  ///
  /// - Source: protocol reference B15.
  extension NSManagedObject {
    /// Gives the object a random id, in capital letters, under the attribute that is its primary
    /// key, and answers it.
    ///
    /// Ids must be assigned before an object is saved for the first time.
    @discardableResult
    public func assignObjectId() -> String {
      let id = UUID().uuidString
      setValue(id, forKey: primaryKeyField())
      return id
    }

    /// Gives the object a random id, by the importer's name.
    @discardableResult
    public func assignId() -> String { assignObjectId() }

    /// The schema of the object's entity.
    public func smSchema() -> String { EntityNaming(entity).schema }

    /// The name of the attribute that is the primary key.
    ///
    /// Without one the process ends with `SMExceptionIncompatibleObject`.
    public func primaryKeyField() -> String {
      SMException.raising { () throws(SMException) in try naming.primaryKey }
    }

    /// The field that is the primary key.
    public func smPrimaryKeyField() -> String {
      SMException.raising { () throws(SMException) in try naming.primaryKeyField }
    }

    /// The primary key; `nil` before it is set.
    public func smObjectId() -> String? { stackMobID }

    /// The value of a relationship.
    ///
    /// - Throws: -107 where the related objects could not be read.
    public func value(forRelationshipKey key: String) throws -> Any? {
      try readRelationship(key)
      return value(forKey: key)
    }

    /// The fields of the object under `SerializedDictKey` and, where relationships are involved,
    /// what the header field of that name says under `StackMobRelationsKey`.
    ///
    /// Everything where it is to be full, else what was changed; the primary key always. What
    /// StackMob cannot take ends the process with `SMExceptionIncompatibleObject`.
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

    /// Reads the objects of a relationship.
    ///
    /// - Throws: -107.
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

    /// The primary key: that of the id once there is one, else the attribute's value.
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
    /// -107, with why a relationship could not be read.
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
    /// The primary key of an object that has been saved; `nil` of another store's.
    var stackMobID: String? {
      guard !isTemporaryID, let store = persistentStore as? SMIncrementalStore else { return nil }
      return store.referenceObject(for: self) as? String
    }
  }

  extension NSManagedObjectContext {
    /// The store that leads to StackMob.
    var stackMobStore: SMIncrementalStore? {
      persistentStoreCoordinator?.persistentStores.lazy.compactMap { $0 as? SMIncrementalStore }
        .first
    }
  }
#endif
