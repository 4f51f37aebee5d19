#if canImport(CoreData) || ManagedObjects
  // Names of Core Data errors and serialisation.
  // Source: protocol reference B1 and B22.

  /// The type of the store below a Core Data store's coordinator.
  public let SMIncrementalStoreType = "SMIncrementalStore"

  /// The key of new objects that could not be saved, in the user info of -108: an array of
  /// dictionaries.
  public let SMInsertedObjectFailures = "SMInsertedObjectFailures"

  /// The key of changed objects that could not be saved, in the user info of -108.
  public let SMUpdatedObjectFailures = "SMUpdatedObjectFailures"

  /// The key of objects that could not be deleted, in the user info of -108.
  public let SMDeletedObjectFailures = "SMDeletedObjectFailures"

  /// The key of the `NSManagedObjectID` of an object that failed.
  public let SMFailedManagedObjectID = "SMFailedManagedObjectID"

  /// The key of the error with which an object failed.
  public let SMFailedManagedObjectError = "SMFailedManagedObjectError"

  /// The key of an object's fields in its serialisation.
  public let SerializedDictKey = "SerializedDict"

  /// The key of the header field for related objects in an object's serialisation, and its name.
  public let StackMobRelationsKey = "X-StackMob-Relations"

  // Names of offline sync.
  // Source: protocol reference B1 and B21.

  /// The name of the list of objects that were made without the server.
  public let SMDirtyInsertedObjectKeys = "SMDirtyInsertedObjectKeys"

  /// The name of the list of objects that were changed without the server.
  public let SMDirtyUpdatedObjectKeys = "SMDirtyUpdatedObjectKeys"

  /// The name of the list of objects that were deleted without the server.
  public let SMDirtyDeletedObjectKeys = "SMDirtyDeletedObjectKeys"
#endif
