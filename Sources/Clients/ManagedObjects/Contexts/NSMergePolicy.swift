#if !canImport(CoreData)
  public import Foundation

  /// How conflicts with what others saved are resolved.
  public enum NSMergePolicyType: UInt, Sendable, Hashable {
    /// The save fails.
    case errorMergePolicyType = 0
    /// Property by property, what is stored wins.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// Property by property, what is in memory wins.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// What is in memory replaces what is stored.
    case overwriteMergePolicyType = 3
    /// What is stored replaces what is in memory.
    case rollbackMergePolicyType = 4
  }

  /// A save that fails on conflicts.
  public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
  /// A save that keeps stored properties that were changed by others.
  public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
    NSMergePolicy.mergeByPropertyStoreTrump
  }
  /// A save that puts changed properties over those of others.
  public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
    NSMergePolicy.mergeByPropertyObjectTrump
  }
  /// A save that stores objects as they are in memory.
  public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
  /// A save that drops changes to objects that others changed.
  public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }

  /// Resolves conflicts between what is in memory and what others saved.
  ///
  /// Subclasses may look at the conflicts first, and leave the rest to this class.
  /// - Source: Core Data, "NSMergePolicy".
  open class NSMergePolicy: NSObject {
    /// The way of resolving.
    public final let mergeType: NSMergePolicyType

    /// The save fails.
    open class var error: NSMergePolicy { Constants.shared.error }
    /// Property by property, what is stored wins.
    open class var mergeByPropertyStoreTrump: NSMergePolicy { Constants.shared.storeTrump }
    /// Property by property, what is in memory wins.
    open class var mergeByPropertyObjectTrump: NSMergePolicy { Constants.shared.objectTrump }
    /// What is in memory replaces what is stored.
    open class var overwrite: NSMergePolicy { Constants.shared.overwrite }
    /// What is stored replaces what is in memory.
    open class var rollback: NSMergePolicy { Constants.shared.rollback }

    /// The policies that every context can share.
    // Unchecked: a policy of this class itself has one constant and no state.
    private final class Constants: @unchecked Sendable {
      static let shared = Constants()
      let error = NSMergePolicy(merge: .errorMergePolicyType)
      let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
      let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
      let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
    }

    /// A policy of a type.
    public init(merge ty: NSMergePolicyType) { mergeType = ty }

    /// Resolves all conflicts of a save.
    ///
    /// - Throws: as the resolving of each kind of conflict does.
    open func resolve(mergeConflicts list: [Any]) throws {
      let versions = list.compactMap { $0 as? NSMergeConflict }
      let constraints = list.compactMap { $0 as? NSConstraintConflict }
      if !versions.isEmpty { try resolve(optimisticLockingConflicts: versions) }
      if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Resolves conflicts between versions of objects.
    ///
    /// - Throws: `NSManagedObjectMergeError` with all conflicts, where the policy resolves none.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
      guard mergeType != .errorMergePolicyType else { throw Self.failure(list) }
      for conflict in list { conflict.resolve(mergeType) }
    }

    /// Resolves conflicts over values that must be unique.
    ///
    /// - Throws: `NSManagedObjectConstraintMergeError` where nothing decides between two objects.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
      guard list.allSatisfy({ $0.canResolve(mergeType) }) else {
        throw NSError.coreData(
          NSManagedObjectConstraintMergeError, "Could not merge changes.",
          [NSPersistentStoreSaveConflictsErrorKey: list])
      }
      for conflict in list { try conflict.resolve(mergeType) }
    }

    static func failure(_ conflicts: [NSMergeConflict]) -> NSError {
      .coreData(
        NSManagedObjectMergeError, "Could not merge changes.",
        [NSPersistentStoreSaveConflictsErrorKey: conflicts])
    }
  }

  /// An object that others changed in the store since it was read.
  ///
  /// - Source: Core Data, "NSMergeConflict".
  open class NSMergeConflict: NSObject {
    /// The object.
    public final let sourceObject: NSManagedObject
    /// What the object was when it was read.
    public final let objectSnapshot: [String: Any]?
    /// What the coordinator had in mind of it.
    public final let cachedSnapshot: [String: Any]?
    /// What the store has of it.
    public final let persistedSnapshot: [String: Any]?
    /// The version that the store has; 0 where it is deleted.
    public final let newVersionNumber: Int
    /// The version that was read.
    public final let oldVersionNumber: Int
    /// What the store has, with its version.
    final let stored: Snapshot?

    init(_ object: NSManagedObject, stored: Snapshot?) {
      sourceObject = object
      self.stored = stored
      objectSnapshot = object.snapshot.map(object.dictionary)
      cachedSnapshot = stored.map(object.dictionary)
      persistedSnapshot = stored.map(object.dictionary)
      newVersionNumber = Int(stored?.version ?? 0)
      oldVersionNumber = Int(object.snapshot?.version ?? 0)
    }

    /// A conflict that a store of an app's own found.
    public init(
      source: NSManagedObject, newVersion: Int, oldVersion: Int,
      cachedSnapshot: [String: Any]?, persistedSnapshot: [String: Any]?
    ) {
      sourceObject = source
      objectSnapshot = source.snapshot.map(source.dictionary)
      self.cachedSnapshot = cachedSnapshot
      self.persistedSnapshot = persistedSnapshot
      newVersionNumber = newVersion
      oldVersionNumber = oldVersion
      stored = (persistedSnapshot ?? cachedSnapshot).map {
        source.snapshot(of: $0, version: Int64(newVersion))
      }
    }

    /// Brings the object into a state that can be saved.
    final func resolve(_ type: NSMergePolicyType) {
      let object = sourceObject
      guard let context = object.managedObjectContext else { return }
      let memoryWins =
        type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
      guard let stored else {
        if object.isDeleted {
          context.dropDeleted(object)
        } else if memoryWins {
          context.saveAsNew(object)
        } else {
          context.discardChanges(of: object, keeping: nil)
        }
        return
      }
      if object.isDeleted {
        if memoryWins { object.snapshot = stored } else { context.undelete(object, stored) }
        return
      }
      switch type {
      case .errorMergePolicyType: return
      case .rollbackMergePolicyType: context.discardChanges(of: object, keeping: stored)
      case .overwriteMergePolicyType: context.overwrite(stored, with: object)
      case .mergeByPropertyStoreTrumpMergePolicyType:
        object.dropChanges(thatDifferIn: stored)
        object.rebase(on: stored)
      case .mergeByPropertyObjectTrumpMergePolicyType: object.rebase(on: stored)
      }
    }
  }

  /// Several objects with the same values where these must be unique.
  ///
  /// - Source: Core Data, "NSConstraintConflict".
  open class NSConstraintConflict: NSObject {
    /// The names of the properties that must be unique together.
    public final let constraint: [String]
    /// The values.
    public final let constraintValues: [String: Any]
    /// The stored object, if there is one.
    public final let databaseObject: NSManagedObject?
    /// What the store has of it.
    public final let databaseSnapshot: [String: Any]?
    /// The objects that were to be saved.
    public final let conflictingObjects: [NSManagedObject]
    /// What they were when they were read.
    public final var conflictingSnapshots: [[AnyHashable: Any]] {
      conflictingObjects.map { $0.committedValues(forKeys: nil) }
    }

    /// A conflict over values.
    public init(
      constraint contraint: [String], database databaseObject: NSManagedObject?,
      databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
      conflictingSnapshots: [Any]
    ) {
      constraint = contraint
      self.databaseObject = databaseObject
      self.databaseSnapshot = databaseSnapshot as? [String: Any]
      self.conflictingObjects = conflictingObjects
      constraintValues = contraint.reduce(into: [:]) { values, key in
        values[key] = conflictingObjects.first?.value(forKey: key) ?? NSNull()
      }
    }

    /// Whether a policy decides: not between two objects in memory if one is stored already.
    final func canResolve(_ type: NSMergePolicyType) -> Bool {
      guard type != .errorMergePolicyType else { return false }
      return !type.memoryWins || databaseObject != nil
        || conflictingObjects.dropFirst().allSatisfy(\.isInserted)
    }

    /// What is in memory replaces the stored object, or is given up.
    final func resolve(_ type: NSMergePolicyType) throws {
      guard let object = conflictingObjects.first, let context = object.managedObjectContext else {
        return
      }
      guard let databaseObject else {
        for other in conflictingObjects.dropFirst() { context.giveUp(other) }
        return
      }
      guard type.memoryWins else { return context.giveUp(object) }
      if object.isInserted {
        databaseObject.takeValues(of: object)
        context.discardNew(object)
      } else {
        try databaseObject.validateForDelete()
        context.delete(databaseObject)
        context.propagateDeletions()
      }
    }
  }

  extension NSMergePolicyType {
    fileprivate var memoryWins: Bool {
      self == .mergeByPropertyObjectTrumpMergePolicyType || self == .overwriteMergePolicyType
    }
  }
#endif
