#if !canImport(CoreData)
  public import Foundation

  /// The way in which an ``NSMergePolicy`` resolves conflicts with the store.
  ///
  /// A conflict arises if an object was changed or deleted in the store after the context had read
  /// it. The raw values are Apple's.
  public enum NSMergePolicyType: UInt, Sendable, Hashable {
    /// The save fails.
    case errorMergePolicyType = 0
    /// The stored value of each property that was changed in the store wins.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// The value in memory of each changed property wins.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// The object in memory replaces the stored one.
    case overwriteMergePolicyType = 3
    /// The stored object replaces the one in memory.
    case rollbackMergePolicyType = 4
  }

  /// The merge policy with which a save fails on conflicts.
  public var NSErrorMergePolicy: AnyObject { NSMergePolicy.error }
  /// The merge policy that keeps the stored values of properties that were changed in the store.
  public var NSMergeByPropertyStoreTrumpMergePolicy: AnyObject {
    NSMergePolicy.mergeByPropertyStoreTrump
  }
  /// The merge policy that writes changed properties over the stored values.
  public var NSMergeByPropertyObjectTrumpMergePolicy: AnyObject {
    NSMergePolicy.mergeByPropertyObjectTrump
  }
  /// The merge policy that stores objects as they are in memory.
  public var NSOverwriteMergePolicy: AnyObject { NSMergePolicy.overwrite }
  /// The merge policy that discards changes of objects that were changed in the store.
  public var NSRollbackMergePolicy: AnyObject { NSMergePolicy.rollback }

  /// A policy that resolves conflicts between objects in memory and in the store.
  ///
  /// Set it as ``NSManagedObjectContext/mergePolicy``. A subclass can override
  /// ``resolve(optimisticLockingConflicts:)`` to change objects first, and call `super` for the
  /// rest. A policy is called on the queue of the context that saves; the shared policies have no
  /// state.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func preferLocalChanges(in context: NSManagedObjectContext) {
  ///   context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSMergePolicy".
  open class NSMergePolicy: NSObject {
    /// The rule by which the policy resolves conflicts.
    public final let mergeType: NSMergePolicyType

    /// A shared policy with which a save fails on conflicts.
    ///
    /// It is the default of a context. The error lists the conflicts in its user info, under
    /// `NSPersistentStoreSaveConflictsErrorKey`.
    open class var error: NSMergePolicy { Constants.shared.error }
    /// A shared policy that keeps the stored values of properties that were changed in the store.
    ///
    /// Other changes in memory are saved. An object that was deleted in the store is deleted in the
    /// context too.
    open class var mergeByPropertyStoreTrump: NSMergePolicy { Constants.shared.storeTrump }
    /// A shared policy that writes changed properties over the stored values.
    ///
    /// Unchanged properties get the stored values. An object that was deleted in the store is inserted
    /// again under its ID.
    open class var mergeByPropertyObjectTrump: NSMergePolicy { Constants.shared.objectTrump }
    /// A shared policy that stores objects as they are in memory.
    ///
    /// Unlike ``mergeByPropertyObjectTrump``, it also overwrites the stored values of properties that
    /// were not changed in the context.
    open class var overwrite: NSMergePolicy { Constants.shared.overwrite }
    /// A shared policy that discards changes of objects that were changed in the store.
    ///
    /// The objects get the stored values. Objects without a conflict are saved, so the save itself
    /// succeeds.
    open class var rollback: NSMergePolicy { Constants.shared.rollback }

    // Unchecked: an instance of `NSMergePolicy` itself, not of a subclass, has only one constant
    // property.
    private final class Constants: @unchecked Sendable {
      static let shared = Constants()
      let error = NSMergePolicy(merge: .errorMergePolicyType)
      let storeTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
      let objectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
      let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)
    }

    /// Creates a policy that resolves conflicts by one of the predefined rules.
    public init(merge ty: NSMergePolicyType) { mergeType = ty }

    /// Resolves all conflicts of a save.
    ///
    /// - Parameter list: Conflicts of type ``NSMergeConflict`` or ``NSConstraintConflict``.
    /// - Throws: The errors of ``resolve(optimisticLockingConflicts:)`` and
    ///   ``resolve(constraintConflicts:)``.
    open func resolve(mergeConflicts list: [Any]) throws {
      let versions = list.compactMap { $0 as? NSMergeConflict }
      let constraints = list.compactMap { $0 as? NSConstraintConflict }
      if !versions.isEmpty { try resolve(optimisticLockingConflicts: versions) }
      if !constraints.isEmpty { try resolve(constraintConflicts: constraints) }
    }

    /// Resolves conflicts of objects that were changed in the store after the context read them.
    ///
    /// - Throws: `NSManagedObjectMergeError`, which lists all conflicts, if the policy is the error
    ///   policy.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
      guard mergeType != .errorMergePolicyType else { throw Self.failure(list) }
      for conflict in list { conflict.resolve(mergeType) }
    }

    /// Resolves conflicts of objects that have the same values for a uniqueness constraint.
    ///
    /// - Throws: `NSManagedObjectConstraintMergeError` if the policy is the error policy, or cannot
    ///   decide which object to keep.
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

  /// A conflict: an object was changed or deleted in the store after the context had read it.
  ///
  /// A save creates it and passes it to the context's ``NSMergePolicy``. An unresolved conflict is
  /// in the save error's user info, under `NSPersistentStoreSaveConflictsErrorKey`. Unlike in Core
  /// Data, ``cachedSnapshot`` and ``persistedSnapshot`` are the same for conflicts that this module
  /// creates. An app's own store can create conflicts too.
  ///
  /// - Source: Core Data, "NSMergeConflict".
  open class NSMergeConflict: NSObject {
    /// The object in memory that could not be saved.
    public final let sourceObject: NSManagedObject
    /// The attributes by name, as the context read them; `nil` if it has not read them.
    public final let objectSnapshot: [String: Any]?
    /// The attributes by name in the coordinator's cache; `nil` if the object was deleted.
    public final let cachedSnapshot: [String: Any]?
    /// The attributes by name that are stored now; `nil` if the object was deleted.
    public final let persistedSnapshot: [String: Any]?
    /// The version that is stored now; 0 if the object was deleted.
    public final let newVersionNumber: Int
    /// The version that the context has read.
    public final let oldVersionNumber: Int
    /// The values and version that are stored now; `nil` if the object was deleted.
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

    /// Creates a conflict that an app's own store has found.
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

    /// Changes the source object according to `type`, so that the save can be repeated.
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

  /// A conflict: several objects have the same values for a uniqueness constraint.
  ///
  /// A save creates it and passes it to the context's ``NSMergePolicy``. An unresolved conflict is
  /// in the save error's user info, under `NSPersistentStoreSaveConflictsErrorKey`.
  ///
  /// - Source: Core Data, "NSConstraintConflict".
  open class NSConstraintConflict: NSObject {
    /// The names of the properties whose values must be unique together.
    public final let constraint: [String]
    /// The conflicting values by property name.
    public final let constraintValues: [String: Any]
    /// The stored object that has the values; `nil` if all conflicting objects are in memory.
    public final let databaseObject: NSManagedObject?
    /// The stored properties of ``databaseObject`` by name; `nil` if there is no such object.
    public final let databaseSnapshot: [String: Any]?
    /// The objects in memory that have the values of the constraint in common.
    public final let conflictingObjects: [NSManagedObject]
    /// The committed properties of each conflicting object, in the order of ``conflictingObjects``.
    public final var conflictingSnapshots: [[AnyHashable: Any]] {
      conflictingObjects.map { $0.committedValues(forKeys: nil) }
    }

    /// Creates a conflict of objects that have the same values for a uniqueness constraint.
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

    /// Returns whether a policy can resolve the conflict.
    ///
    /// If no stored object is involved, a policy that prefers memory keeps the first object. It can
    /// discard the others only if they are all new.
    final func canResolve(_ type: NSMergePolicyType) -> Bool {
      guard type != .errorMergePolicyType else { return false }
      return !type.memoryWins || databaseObject != nil
        || conflictingObjects.dropFirst().allSatisfy(\.isInserted)
    }

    /// Resolves the conflict: one object remains, and the others are deleted or discarded.
    final func resolve(_ type: NSMergePolicyType) throws {
      guard let object = conflictingObjects.first, let context = object.managedObjectContext else {
        return
      }
      guard let databaseObject else {
        for other in conflictingObjects.dropFirst() { context.discard(other) }
        return
      }
      guard type.memoryWins else { return context.discard(object) }
      if object.isInserted {
        databaseObject.copyValues(of: object)
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
