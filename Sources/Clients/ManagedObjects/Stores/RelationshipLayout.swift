#if !canImport(CoreData)
  import Foundation

  /// The form in which stores save a relationship.
  enum RelationshipLayout: Sendable {
    /// Together with the object itself.
    case one
    /// Nothing is saved: the objects follow from the inverse to-one relationship with this name.
    case derived(inverse: String)
    /// As pairs of IDs, which both directions share.
    case links(name: String, isForward: Bool, isOrdered: Bool)

    init(_ relationship: NSRelationshipDescription) {
      guard relationship.isToMany else {
        self = .one
        return
      }
      let name = Self.name(of: relationship)
      guard let inverse = relationship.inverseRelationship else {
        self = .links(name: name, isForward: true, isOrdered: relationship.isOrdered)
        return
      }
      if relationship.isOrdered {
        self = .links(name: name, isForward: true, isOrdered: true)
      } else if !inverse.isToMany {
        self = .derived(inverse: inverse.name)
      } else {
        let other = Self.name(of: inverse)
        let isForward = !inverse.isOrdered && name <= other
        self = .links(name: isForward ? name : other, isForward: isForward, isOrdered: false)
      }
    }

    private static func name(of relationship: NSRelationshipDescription) -> String {
      "\(relationship.entity?.displayName ?? "")_\(relationship.name)"
    }
  }

  extension NSRelationshipDescription {
    /// Whether a deleted object is removed from the inverse relationships.
    final var clearsReferences: Bool {
      deleteRule == .nullifyDeleteRule || deleteRule == .cascadeDeleteRule
    }

    /// The inverse to-one relationship from which a deletion has to remove the object, or `nil`.
    final var referenceToClear: NSRelationshipDescription? {
      guard clearsReferences, let inverse = inverseRelationship, !inverse.isToMany else {
        return nil
      }
      return inverse
    }
  }

  /// The change of a to-many relationship that a save writes.
  enum RelationDelta {
    case none
    case replaced([NSManagedObjectID])
    case changed(added: [NSManagedObjectID], removed: [NSManagedObjectID])
  }

  extension NSManagedObject {
    /// Returns the change of a to-many relationship that has to be saved.
    final func delta(_ index: Int) -> RelationDelta {
      guard isInserted || changedRelations.contains(index) else { return .none }
      switch relations[index] {
      case .one: return .none
      case .ordered(let objects): return .replaced(objects.map(\.objectID))
      case .unresolved(let added, let removed):
        return .changed(
          added: added.map(\.objectID), removed: removed.map(\.objectID))
      case .set(let objects):
        if isInserted {
          return .changed(added: objects.map(\.objectID), removed: [])
        }
        let before = Set(committed(index).objects)
        return .changed(
          added: objects.subtracting(before).map(\.objectID),
          removed: before.subtracting(objects).map(\.objectID))
      }
    }
  }
#endif
