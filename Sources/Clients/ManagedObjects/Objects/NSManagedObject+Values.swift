#if !canImport(CoreData)
  public import Foundation

  extension NSManagedObject {
    /// The value of a path of names, such as `department.name` or `employees.@avg.salary`.
    public final func value(forKeyPath keyPath: String) -> Any? {
      KeyPathReader.value(of: self, path: keyPath)
    }

    /// Sets the property at the end of a path of names.
    public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
      guard let dot = keyPath.lastIndex(of: ".") else { return setValue(value, forKey: keyPath) }
      let holder = self.value(forKeyPath: String(keyPath[..<dot]))
      (holder as? NSManagedObject)?
        .setValue(value, forKey: String(keyPath[keyPath.index(after: dot)...]))
    }

    /// Values by name; those that are not there are `NSNull`.
    public final func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
      keys.reduce(into: [:]) { $0[$1] = value(forKey: $1) ?? NSNull() }
    }

    /// Sets properties by name; `NSNull` removes a value.
    public final func setValuesForKeys(_ keyedValues: [String: Any]) {
      for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    /// The value of a property as it is kept.
    public final func primitiveValue(forKey key: String) -> Any? {
      guard plan.slots[key] != nil else { return nil }
      return propertyValue(key)
    }

    /// Sets a property without a note that it changed; inverses stay as they are.
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

    /// Notes a change that ``setPrimitiveValue(_:forKey:)`` is about to make.
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

    /// The properties that were changed since the object was last read or saved, by name.
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

    /// The properties that were changed since the last notification of changes.
    public final func changedValuesForCurrentEvent() -> [String: Any] { changedValues() }

    /// The names of the properties that were changed since the object was last read or saved.
    package final var changedKeys: Set<String> {
      Set(
        changedAttributes.indices(below: plan.attributes.count).map { plan.attributes[$0].name }
          + changedRelations.indices(below: plan.relationships.count)
          .map { plan.relationships[$0].name })
    }

    /// The stored values of properties; of all where there are no names.
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

    /// Whether the objects of a relationship have not been asked for yet.
    public final func hasFault(forRelationshipNamed key: String) -> Bool {
      guard let index = plan.relationship(key) else { return false }
      return isFault || relations[index].isUnresolved
    }

    /// The ids of the objects of a relationship.
    public final func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] {
      guard let index = plan.relationship(key) else { return [] }
      return resolved(index).ids
    }

    /// A set that changes the relationship with it.
    public final func mutableSetValue(forKey key: String) -> NSMutableSet {
      guard let index = plan.relationship(key), plan.relationships[index].isToMany else {
        preconditionFailure("'\(key)' is not a relationship to many of \(entity.displayName)")
      }
      return RelationshipSet(of: self, at: index)
    }

    /// An ordered set that changes the relationship with it.
    public final func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
      guard let index = plan.relationship(key), plan.relationships[index].isOrdered else {
        preconditionFailure("'\(key)' is not an ordered relationship of \(entity.displayName)")
      }
      return RelationshipOrderedSet(of: self, at: index)
    }

    /// The objects that a fetched property's request finds.
    final func fetchedValue(_ property: NSFetchedPropertyDescription) -> Any? {
      guard let context = managedObjectContext, let template = property.fetchRequest else {
        return NSArray()
      }
      let request = template.duplicate()
      // A merged model has entities of its own.
      request.settings.entity = request.entityName.flatMap { context.model?.entitiesByName[$0] }
      request.predicate = request.predicate?
        .substituting(["FETCH_SOURCE": self, "FETCHED_PROPERTY": property])
      return (try? context.fetch(request)) as [Any]?
    }
  }
#endif
