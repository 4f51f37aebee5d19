#if canImport(CoreData) || ManagedObjects
  // Keys of Core Data errors and of serialized objects.
  // Source: protocol reference B1 and B22.

  /// The type of the persistent store that an ``SMCoreDataStore`` adds to its coordinator.
  public let SMIncrementalStoreType = "SMIncrementalStore"

  /// The user info key, in an error -108, for the new objects that could not be saved.
  ///
  /// The value is an array of dictionaries with ``SMFailedManagedObjectID`` and
  /// ``SMFailedManagedObjectError``.
  public let SMInsertedObjectFailures = "SMInsertedObjectFailures"

  /// The user info key, in an error -108, for the changed objects that could not be saved.
  public let SMUpdatedObjectFailures = "SMUpdatedObjectFailures"

  /// The user info key, in an error -108, for the objects that could not be deleted.
  public let SMDeletedObjectFailures = "SMDeletedObjectFailures"

  /// The dictionary key for the `NSManagedObjectID` of an object that could not be saved.
  public let SMFailedManagedObjectID = "SMFailedManagedObjectID"

  /// The dictionary key for the error of an object that could not be saved.
  public let SMFailedManagedObjectError = "SMFailedManagedObjectError"

  /// The key for an object's fields in the result of `smDictionarySerialization`.
  public let SerializedDictKey = "SerializedDict"

  /// The name of the header field that declares the schemas of related objects.
  ///
  /// It is also the key for that header field's value in the result of `smDictionarySerialization`.
  public let StackMobRelationsKey = "X-StackMob-Relations"

  // Keys for the lists of objects that wait for a sync.
  // Source: protocol reference B1 and B21.

  /// The user info key for the IDs of objects that were created offline.
  public let SMDirtyInsertedObjectKeys = "SMDirtyInsertedObjectKeys"

  /// The user info key for the IDs of objects that were changed offline.
  public let SMDirtyUpdatedObjectKeys = "SMDirtyUpdatedObjectKeys"

  /// The user info key for the IDs of objects that were deleted offline.
  public let SMDirtyDeletedObjectKeys = "SMDirtyDeletedObjectKeys"
#endif
