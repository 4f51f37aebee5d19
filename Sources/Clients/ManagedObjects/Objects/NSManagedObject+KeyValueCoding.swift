#if !canImport(CoreData)
  import Foundation

  extension NSManagedObject: KeyedSubject {
    final func subjectValue(forKey key: String) -> Any? { value(forKey: key) }

    /// Returns the value of a property, or of a built-in key such as `objectID`.
    final func propertyValue(_ key: String) -> Any? {
      switch plan.slots[key] {
      case .attribute(let index):
        fire()
        return values[index].external(plan.types[index])
      case .relationship(let index): return resolved(index).external
      case .fetched(let index): return fetchedValue(plan.fetchedProperties[index])
      case nil: return valueForUndefined(key)
      }
    }

    final func setPropertyValue(_ value: Any?, _ key: String) {
      switch plan.slots[key] {
      case .attribute(let index):
        let attribute = plan.attributes[index]
        guard let stored = StoredValue.coerced(value, for: attribute) else {
          preconditionFailure(
            "Unacceptable type of value for attribute: property = \"\(key)\"; desired type = "
              + "\(attribute.attributeType); given type = \(value.map { "\(type(of: $0))" } ?? "")")
        }
        setAttribute(index, to: stored)
      case .relationship(let index): setRelationship(index, to: value)
      case .fetched, nil: setValue(value, forUndefinedKey: key)
      }
    }
  }

  extension NSManagedObject {
    private func valueForUndefined(_ key: String) -> Any? {
      switch key {
      case "self": return self
      case "objectID": return objectID
      case "entity": return entity
      case "isFault": return NSNumber(value: isFault)
      case "isDeleted": return NSNumber(value: isDeleted)
      case "hasChanges": return NSNumber(value: hasChanges)
      case "managedObjectContext": return managedObjectContext
      default: return value(forUndefinedKey: key)
      }
    }

    private func setRelationship(_ index: Int, to value: Any?) {
      let relationship = plan.relationships[index]
      fire()
      guard relationship.isToMany else {
        switch value {
        case nil, is NSNull: return setOne(index, to: nil)
        case let object as NSManagedObject: return setOne(index, to: object)
        default:
          if let optional = value as? any OptionalValue {
            return setOne(index, to: optional.anyValue as? NSManagedObject)
          }
          preconditionFailure(
            "Unacceptable type of value for to-one relationship: property = "
              + "\"\(relationship.name)\"")
        }
      }
      guard let objects = Self.objects(of: value) else {
        preconditionFailure(
          "Unacceptable type of value for to-many relationship: property = "
            + "\"\(relationship.name)\"; desired type = NSSet")
      }
      setMany(index, to: objects)
    }

    /// Returns the managed objects in a set, an ordered set or an array.
    ///
    /// - Returns: An empty array for `nil` and `NSNull`, and `nil` for other values.
    static func objects(of value: Any?) -> [NSManagedObject]? {
      switch value {
      case nil, is NSNull: return []
      case let set as NSSet: return set.allObjects.compactMap { $0 as? NSManagedObject }
      case let set as NSOrderedSet:
        return (0..<set.count).compactMap { set.object(at: $0) as? NSManagedObject }
      case let array as [NSManagedObject]: return array
      case let set as Set<NSManagedObject>: return Array(set)
      case let array as [Any]: return array.compactMap { $0 as? NSManagedObject }
      case let set as Set<AnyHashable>: return set.compactMap { $0 as? NSManagedObject }
      default: return nil
      }
    }
  }
#endif
