#if !canImport(CoreData)
  import Foundation

  /// The form in which stores save a relationship.
  enum RelationshipLayout: Sendable {
    /// The related object's ID is saved with the object itself.
    case one
    /// Nothing is saved for the relationship: it contains the objects whose to-one relationship
    /// `inverse` refers to the owner.
    case derived(inverse: String)
    /// Pairs of IDs are saved; an unordered relationship shares them with its inverse, if it has
    /// one.
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
    /// Whether deleting an object removes it from the inverse relationships of related objects.
    final var clearsReferences: Bool {
      deleteRule == .nullifyDeleteRule || deleteRule == .cascadeDeleteRule
    }

    /// The inverse to-one relationship that must be set to null when the object is deleted, or
    /// `nil`.
    final var referenceToClear: NSRelationshipDescription? {
      guard clearsReferences, let inverse = inverseRelationship, !inverse.isToMany else {
        return nil
      }
      return inverse
    }
  }

  /// The changes to a to-many relationship that a save writes.
  enum RelationDelta {
    case none
    case replaced([NSManagedObjectID])
    case changed(added: [NSManagedObjectID], removed: [NSManagedObjectID])
  }

  extension NSManagedObject {
    /// Returns the changes to a to-many relationship that a save has to write.
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
