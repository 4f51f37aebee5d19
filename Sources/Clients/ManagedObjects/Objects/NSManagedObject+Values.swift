#if !canImport(CoreData)
  public import Foundation

  extension NSManagedObject {
    /// Returns the value at a key path, such as `department.name` or `employees.@avg.salary`.
    public final func value(forKeyPath keyPath: String) -> Any? {
      KeyPathReader.value(of: self, path: keyPath)
    }

    /// Sets the property at the end of a key path, such as `department.name`.
    public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
      guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
      let holder = self.value(forKeyPath: String(keyPath[..<dot]))
      (holder as? NSManagedObject)?
        .setValue(value, forKey: String(keyPath[keyPath.index(after: dot)...]))
    }

    /// Returns the values of the given properties by name, with `NSNull` for a missing value.
    public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
      keys.reduce(into: [:]) { $0[$1] = value(forKey: $1) ?? NSNull() }
    }

    /// Sets several properties by name; `NSNull` removes a property's value.
    public final func setValuesForKeys(_ keyedValues: [String: Any]) {
      for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// Returns a property's value without calling accessors that a subclass overrides.
    public final func primitiveValue(forKey key: String) -> Any? {
      guard plan.slots[key] != nil else { return nil }
      return propertyValue(key)
    }

    /// Sets a property without recording a change and without updating inverse relationships.
    public final func setPrimitiveValue(_ value: Any?, forKey key: String) {
      fire()
      switch plan.slots[key] {
      case .attribute(let index):
        guard let stored = StoredValue.coerced(value, for: plan.attributes[index]) else {
          preconditionFailure("Unacceptable type of value for attribute: property = \"\(key)\"")
        }
        values[index] = stored
      case .relationship(let index):
        let relationship = plan.relationships[index]
        let objects = value is NSManagedObject ? [] : Self.objects(of: value) ?? []
        if !relationship.isToMany {
          relations[index] = .one(value as? NSManagedObject)
        } else {
          relations[index] = relationship.isOrdered ? .ordered(objects) : .set(Set(objects))
        }
      case .fetched, nil: return
      }
    }

    /// Records the change of a property whose value the app then sets by
    /// ``setPrimitiveValue(_:forKey:)``.
    final func willChangeProperty(_ key: String) {
      fire()
      switch plan.slots[key] {
      case .attribute(let index): willChangeAttribute(index)
      case .relationship(let index):
        _ = resolved(index)
        willChangeRelation(index)
      case .fetched, nil: return
      }
    }

    /// Returns the current values of the properties that changed since the last read or save, by
    /// name.
    ///
    /// - Returns: `NSNull` for a property without a value; an empty dictionary for a fault.
    public final func changedValues() -> [String: Any] {
      guard !isFault else { return [:] }
      var changed: [String: Any] = [:]
      for index in changedAttributes.indices(below: plan.attributes.count) {
        changed[plan.attributes[index].name] = values[index].external(plan.types[index]) ?? NSNull()
      }
      for index in changedRelations.indices(below: plan.relationships.count) {
        changed[plan.relationships[index].name] = resolved(index).external ?? NSNull()
      }
      return changed
    }

    /// Returns the same properties as ``changedValues()``.
    ///
    /// Unlike in Core Data, changes before the last notification of changes are included.
    public final func changedValuesForCurrentEvent() -> [String: Any] { changedValues() }

    /// The names of the properties that changed since the object was last read or saved.
    package final var changedKeys: Set<String> {
      Set(
        changedAttributes.indices(below: plan.attributes.count).map { plan.attributes[$0].name }
          + changedRelations.indices(below: plan.relationships.count)
          .map { plan.relationships[$0].name })
    }

    /// Returns the values as they were last read or saved, by property name.
    ///
    /// - Parameter keys: The names of the properties; `nil` for all.
    /// - Returns: `NSNull` for a property without a value; an empty dictionary for a new object.
    public final func committedValues(forKeys keys: [String]?) -> [String: Any] {
      guard !isInserted else { return [:] }
      fire()
      var result: [String: Any] = [:]
      for key in keys ?? Array(plan.slots.keys) {
        switch plan.slots[key] {
        case .attribute(let index):
          let value = snapshot.map { $0.values[index] } ?? values[index]
          result[key] = value.external(plan.types[index]) ?? NSNull()
        case .relationship(let index): result[key] = committed(index).external ?? NSNull()
        case .fetched, nil: continue
        }
      }
      return result
    }

    /// Returns whether a relationship's objects have not been read yet.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
      guard let index = plan.relationship(key) else { return false }
      return isFault || relations[index].isUnresolved
    }

    /// Returns the IDs of the related objects.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
      guard let index = plan.relationship(key) else { return [] }
      return resolved(index).ids
    }

    /// Returns the objects of a to-many relationship as a set; changing the set changes the
    /// relationship.
    ///
    /// If the property is not a to-many relationship, the process ends.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
      guard let index = plan.relationship(key), plan.relationships[index].isToMany else {
        preconditionFailure("'\(key)' is not a to-many relationship of \(entity.displayName)")
      }
      return RelationshipSet(of: self, at: index)
    }

    /// Returns an ordered relationship's objects; changing the ordered set changes the
    /// relationship.
    ///
    /// If the property is not an ordered relationship, the process ends.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
      guard let index = plan.relationship(key), plan.relationships[index].isOrdered else {
        preconditionFailure("'\(key)' is not an ordered relationship of \(entity.displayName)")
      }
      return RelationshipOrderedSet(of: self, at: index)
    }

    /// Returns the objects that a fetched property's request finds.
    final func fetchedValue(_ property: NSFetchedPropertyDescription) -> Any? {
      guard let context = managedObjectContext, let template = property.fetchRequest else {
        return NSArray()
      }
      let request = template.duplicate()
      // After models were merged, the request may still refer to an entity of an original model, so
      // the entity is looked up by name.
      request.settings.entity = request.entityName.flatMap { context.model?.entitiesByName[$0] }
      request.predicate = request.predicate?
        .substituting(["FETCH_SOURCE": self, "FETCHED_PROPERTY": property])
      return (try? context.fetch(request)) as [Any]?
    }
  }
#endif
