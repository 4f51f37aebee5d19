#if canImport(CoreData) || ManagedObjects
  // Names of Core Data errors and of serialised objects.
  // Source: protocol reference B1 and B22.

  /// The type of the persistent store that an ``SMCoreDataStore`` adds to its coordinator.
  public let SMIncrementalStoreType = "SMIncrementalStore"

  /// The user info key, in an error -108, of the new objects that could not be saved: an array of
  /// dictionaries.
  public let SMInsertedObjectFailures = "SMInsertedObjectFailures"

  /// The user info key, in an error -108, of the changed objects that could not be saved.
  public let SMUpdatedObjectFailures = "SMUpdatedObjectFailures"

  /// The user info key, in an error -108, of the objects that could not be deleted.
  public let SMDeletedObjectFailures = "SMDeletedObjectFailures"

  /// The key of the `NSManagedObjectID` of an object that could not be saved.
  public let SMFailedManagedObjectID = "SMFailedManagedObjectID"

  /// The key of the error for an object that could not be saved.
  public let SMFailedManagedObjectError = "SMFailedManagedObjectError"

  /// The key of an object's fields in its serialised form.
  public let SerializedDictKey = "SerializedDict"

  /// The name of the header field for related objects, which is also its key in an object's
  /// serialised form.
  public let StackMobRelationsKey = "X-StackMob-Relations"

  // Names of offline sync.
  // Source: protocol reference B1 and B21.

  /// The name of the list of objects that were created without the server.
  public let SMDirtyInsertedObjectKeys = "SMDirtyInsertedObjectKeys"

  /// The name of the list of objects that were changed without the server.
  public let SMDirtyUpdatedObjectKeys = "SMDirtyUpdatedObjectKeys"

  /// The name of the list of objects that were deleted without the server.
  public let SMDirtyDeletedObjectKeys = "SMDirtyDeletedObjectKeys"
#endif
