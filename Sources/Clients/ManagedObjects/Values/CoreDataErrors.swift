#if !canImport(CoreData)
  public import Foundation

  // The codes of Core Data in Cocoa's domain.
  //
  // Source: Core Data, "CoreDataErrors.h".

  /// A value is not valid.
  public let NSManagedObjectValidationError = 1550
  /// A uniqueness constraint or another constraint is violated.
  public let NSManagedObjectConstraintValidationError = 1551
  /// Several objects are not valid; `NSDetailedErrorsKey` contains the errors.
  public let NSValidationMultipleErrorsError = 1560
  /// A mandatory value is missing.
  public let NSValidationMissingMandatoryPropertyError = 1570
  /// A relationship has too few objects.
  public let NSValidationRelationshipLacksMinimumCountError = 1580
  /// A relationship has too many objects.
  public let NSValidationRelationshipExceedsMaximumCountError = 1590
  /// An object cannot be deleted, because a relationship denies it.
  public let NSValidationRelationshipDeniedDeleteError = 1600
  /// A number is too large.
  public let NSValidationNumberTooLargeError = 1610
  /// A number is too small.
  public let NSValidationNumberTooSmallError = 1620
  /// A date is too late.
  public let NSValidationDateTooLateError = 1630
  /// A date is too soon.
  public let NSValidationDateTooSoonError = 1640
  /// A date is not valid.
  public let NSValidationInvalidDateError = 1650
  /// A text is too long.
  public let NSValidationStringTooLongError = 1660
  /// A text is too short.
  public let NSValidationStringTooShortError = 1670
  /// A text does not match a regular expression.
  public let NSValidationStringPatternMatchingError = 1680
  /// A URI is not valid.
  public let NSValidationInvalidURIError = 1690

  /// A context has no coordinator.
  public let NSManagedObjectContextLockingError = 132000
  /// A coordinator cannot be locked.
  public let NSPersistentStoreCoordinatorLockingError = 132010
  /// An object no longer exists in its store.
  public let NSManagedObjectReferentialIntegrityError = 133000
  /// A relationship contains an object of a different store.
  public let NSManagedObjectExternalRelationshipError = 133010
  /// An object was changed both in memory and in the store.
  public let NSManagedObjectMergeError = 133020
  /// Objects violate a uniqueness constraint.
  public let NSManagedObjectConstraintMergeError = 133021

  /// The type of a store is not registered.
  public let NSPersistentStoreInvalidTypeError = 134000
  /// A store does not have the expected type.
  public let NSPersistentStoreTypeMismatchError = 134010
  /// A store is not compatible.
  public let NSPersistentStoreIncompatibleSchemaError = 134020
  /// A store cannot be saved.
  public let NSPersistentStoreSaveError = 134030
  /// Only some stores were saved.
  public let NSPersistentStoreIncompleteSaveError = 134040
  /// Objects changed in the store while they were saved.
  public let NSPersistentStoreSaveConflictsError = 134050
  /// An error of Core Data.
  public let NSCoreDataError = 134060
  /// An operation failed.
  public let NSPersistentStoreOperationError = 134070
  /// A store cannot be opened.
  public let NSPersistentStoreOpenError = 134080
  /// An operation took too long.
  public let NSPersistentStoreTimeoutError = 134090
  /// The store was created with a different version of the model.
  public let NSPersistentStoreIncompatibleVersionHashError = 134100
  /// A migration failed.
  public let NSMigrationError = 134110
  /// The model with which a store was created is missing.
  public let NSMigrationMissingSourceModelError = 134130
  /// There is no mapping between two models.
  public let NSMigrationMissingMappingModelError = 134140
  /// The mapping between two models cannot be inferred.
  public let NSInferredMappingModelError = 134190

  /// The user info key of the errors that an error combines.
  public let NSDetailedErrorsKey = "NSDetailedErrors"
  /// The user info key of the invalid object.
  public let NSValidationObjectErrorKey = "NSValidationErrorObject"
  /// The user info key of the name of the invalid property.
  public let NSValidationKeyErrorKey = "NSValidationErrorKey"
  /// The user info key of the predicate that a value violates.
  public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
  /// The user info key of the invalid value.
  public let NSValidationValueErrorKey = "NSValidationErrorValue"
  /// The user info key of the stores that an error affects.
  public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
  /// The user info key of the objects that an error affects.
  public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
  /// The user info key of the conflicts of a save.
  public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
  /// The domain of SQLite's errors.
  public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

  extension CocoaError.Code {
    /// A value is not valid.
    public static let managedObjectValidation = Self(rawValue: NSManagedObjectValidationError)
    /// Several objects are not valid.
    public static let validationMultipleErrors = Self(rawValue: NSValidationMultipleErrorsError)
    /// A mandatory value is missing.
    public static let validationMissingMandatoryProperty = Self(
      rawValue: NSValidationMissingMandatoryPropertyError)
    /// A relationship has too few objects.
    public static let validationRelationshipLacksMinimumCount = Self(
      rawValue: NSValidationRelationshipLacksMinimumCountError)
    /// A relationship has too many objects.
    public static let validationRelationshipExceedsMaximumCount = Self(
      rawValue: NSValidationRelationshipExceedsMaximumCountError)
    /// An object cannot be deleted, because a relationship denies it.
    public static let validationRelationshipDeniedDelete = Self(
      rawValue: NSValidationRelationshipDeniedDeleteError)
    /// A number is too large.
    public static let validationNumberTooLarge = Self(rawValue: NSValidationNumberTooLargeError)
    /// A number is too small.
    public static let validationNumberTooSmall = Self(rawValue: NSValidationNumberTooSmallError)
    /// A date is too late.
    public static let validationDateTooLate = Self(rawValue: NSValidationDateTooLateError)
    /// A date is too soon.
    public static let validationDateTooSoon = Self(rawValue: NSValidationDateTooSoonError)
    /// A text is too long.
    public static let validationStringTooLong = Self(rawValue: NSValidationStringTooLongError)
    /// A text is too short.
    public static let validationStringTooShort = Self(rawValue: NSValidationStringTooShortError)
    /// A text does not match a regular expression.
    public static let validationStringPatternMatching = Self(
      rawValue: NSValidationStringPatternMatchingError)
    /// An object no longer exists in its store.
    public static let managedObjectReferentialIntegrity = Self(
      rawValue: NSManagedObjectReferentialIntegrityError)
    /// An object was changed both in memory and in the store.
    public static let managedObjectMerge = Self(rawValue: NSManagedObjectMergeError)
    /// Objects violate a uniqueness constraint.
    public static let managedObjectConstraintMerge = Self(
      rawValue: NSManagedObjectConstraintMergeError)
    /// The store was created with a different version of the model.
    public static let persistentStoreIncompatibleVersionHash = Self(
      rawValue: NSPersistentStoreIncompatibleVersionHashError)
    /// A store cannot be opened.
    public static let persistentStoreOpen = Self(rawValue: NSPersistentStoreOpenError)
    /// An error of Core Data.
    public static let coreData = Self(rawValue: NSCoreDataError)
    /// The mapping between two models cannot be inferred.
    public static let inferredMappingModel = Self(rawValue: NSInferredMappingModelError)
  }

  extension NSError {
    /// Returns an error in Cocoa's domain.
    static func coreData(
      _ code: Int, _ description: String, _ more: [String: Any] = [:]
    ) -> NSError {
      var info = more
      info[NSLocalizedDescriptionKey] = description
      return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
  }
#endif
