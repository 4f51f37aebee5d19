#if !canImport(CoreData)
  import Foundation

  /// How stores keep a relationship.
  enum RelationshipLayout: Sendable {
    /// With the object itself.
    case one
    /// Not at all: it follows from a relationship to one that leads back, by its name.
    case derived(inverse: String)
    /// As pairs of ids, shared by both directions where there are two.
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
    /// Whether nothing leads to an object of the relationship's entity once it is deleted.
    final var clearsReferences: Bool {
      deleteRule == .nullifyDeleteRule || deleteRule == .cascadeDeleteRule
    }

    /// What leads back to one object, where deletions must clear it.
    final var referenceToClear: NSRelationshipDescription? {
      guard clearsReferences, let inverse = inverseRelationship, !inverse.isToMany else {
        return nil
      }
      return inverse
    }
  }

  /// What a save changes of a relationship to many.
  enum RelationDelta {
    case none
    case replaced([NSManagedObjectID])
    case changed(added: [NSManagedObjectID], removed: [NSManagedObjectID])
  }

  extension NSManagedObject {
    /// What is to be saved of a relationship to many.
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
