#if !canImport(CoreData)
  public import Foundation

  // Error codes of Core Data in Cocoa's error domain.
  //
  // Source: Core Data, "CoreDataErrors.h".

  /// A property's value is not valid.
  public let NSManagedObjectValidationError = 1550
  /// A uniqueness constraint or another constraint is violated.
  public let NSManagedObjectConstraintValidationError = 1551
  /// Several values or objects are not valid; `NSDetailedErrorsKey` contains their errors.
  public let NSValidationMultipleErrorsError = 1560
  /// A mandatory property does not have a value.
  public let NSValidationMissingMandatoryPropertyError = 1570
  /// A relationship has fewer objects than its minimum.
  public let NSValidationRelationshipLacksMinimumCountError = 1580
  /// A relationship has more objects than its maximum.
  public let NSValidationRelationshipExceedsMaximumCountError = 1590
  /// An object cannot be deleted, because a relationship with the deny rule still has objects.
  public let NSValidationRelationshipDeniedDeleteError = 1600
  /// A number is greater than its maximum.
  public let NSValidationNumberTooLargeError = 1610
  /// A number is less than its minimum.
  public let NSValidationNumberTooSmallError = 1620
  /// A date is later than its maximum.
  public let NSValidationDateTooLateError = 1630
  /// A date is earlier than its minimum.
  public let NSValidationDateTooSoonError = 1640
  /// A date is not valid.
  public let NSValidationInvalidDateError = 1650
  /// A string is longer than its maximum.
  public let NSValidationStringTooLongError = 1660
  /// A string is shorter than its minimum.
  public let NSValidationStringTooShortError = 1670
  /// A string does not match its regular expression.
  public let NSValidationStringPatternMatchingError = 1680
  /// A URI is not valid.
  public let NSValidationInvalidURIError = 1690

  /// A context could not be locked; this module never uses the code.
  public let NSManagedObjectContextLockingError = 132000
  /// A context has no coordinator, or the coordinator has no stores.
  public let NSPersistentStoreCoordinatorLockingError = 132010
  /// A store no longer has the object that a fault or a relationship refers to.
  public let NSManagedObjectReferentialIntegrityError = 133000
  /// A relationship contains an object of a different store.
  public let NSManagedObjectExternalRelationshipError = 133010
  /// An object that a save writes was changed in the store after the context read it.
  public let NSManagedObjectMergeError = 133020
  /// Several objects have the same values for a uniqueness constraint.
  public let NSManagedObjectConstraintMergeError = 133021

  /// A store type is not registered with a class.
  public let NSPersistentStoreInvalidTypeError = 134000
  /// A store does not have the expected type.
  public let NSPersistentStoreTypeMismatchError = 134010
  /// A store's format does not fit the model.
  public let NSPersistentStoreIncompatibleSchemaError = 134020
  /// A store cannot be saved.
  public let NSPersistentStoreSaveError = 134030
  /// A save to several stores reached only some of them.
  public let NSPersistentStoreIncompleteSaveError = 134040
  /// The store changed the objects of a save while it ran.
  public let NSPersistentStoreSaveConflictsError = 134050
  /// An error of Core Data that has no code of its own.
  public let NSCoreDataError = 134060
  /// A store could not execute an operation.
  public let NSPersistentStoreOperationError = 134070
  /// A store cannot be opened.
  public let NSPersistentStoreOpenError = 134080
  /// A store did not respond in time.
  public let NSPersistentStoreTimeoutError = 134090
  /// A store was created with a different version of the model.
  public let NSPersistentStoreIncompatibleVersionHashError = 134100
  /// A store's migration to a different version of the model failed.
  public let NSMigrationError = 134110
  /// The model with which a store was created is missing.
  public let NSMigrationMissingSourceModelError = 134130
  /// There is no mapping between two models.
  public let NSMigrationMissingMappingModelError = 134140
  /// The mapping between two models cannot be inferred.
  public let NSInferredMappingModelError = 134190

  /// The user info key for the errors that an error combines, an array of `NSError`.
  public let NSDetailedErrorsKey = "NSDetailedErrors"
  /// The user info key for the invalid object.
  public let NSValidationObjectErrorKey = "NSValidationErrorObject"
  /// The user info key for the name of the invalid property.
  public let NSValidationKeyErrorKey = "NSValidationErrorKey"
  /// The user info key for the predicate that a value does not fulfil.
  public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
  /// The user info key for the invalid value.
  public let NSValidationValueErrorKey = "NSValidationErrorValue"
  /// The user info key for the stores that an error affects.
  public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
  /// The user info key for the objects that an error affects.
  public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
  /// The user info key for the conflicts of a save, ``NSMergeConflict`` or
  /// ``NSConstraintConflict``.
  public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
  /// The error domain of SQLite's errors.
  public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

  extension CocoaError.Code {
    /// A property's value is not valid.
    public static let managedObjectValidation = Self(rawValue: NSManagedObjectValidationError)
    /// Several values or objects are not valid; `NSDetailedErrorsKey` contains their errors.
    public static let validationMultipleErrors = Self(rawValue: NSValidationMultipleErrorsError)
    /// A mandatory property does not have a value.
    public static let validationMissingMandatoryProperty = Self(
      rawValue: NSValidationMissingMandatoryPropertyError)
    /// A relationship has fewer objects than its minimum.
    public static let validationRelationshipLacksMinimumCount = Self(
      rawValue: NSValidationRelationshipLacksMinimumCountError)
    /// A relationship has more objects than its maximum.
    public static let validationRelationshipExceedsMaximumCount = Self(
      rawValue: NSValidationRelationshipExceedsMaximumCountError)
    /// An object cannot be deleted, because a relationship with the deny rule still has objects.
    public static let validationRelationshipDeniedDelete = Self(
      rawValue: NSValidationRelationshipDeniedDeleteError)
    /// A number is greater than its maximum.
    public static let validationNumberTooLarge = Self(rawValue: NSValidationNumberTooLargeError)
    /// A number is less than its minimum.
    public static let validationNumberTooSmall = Self(rawValue: NSValidationNumberTooSmallError)
    /// A date is later than its maximum.
    public static let validationDateTooLate = Self(rawValue: NSValidationDateTooLateError)
    /// A date is earlier than its minimum.
    public static let validationDateTooSoon = Self(rawValue: NSValidationDateTooSoonError)
    /// A string is longer than its maximum.
    public static let validationStringTooLong = Self(rawValue: NSValidationStringTooLongError)
    /// A string is shorter than its minimum.
    public static let validationStringTooShort = Self(rawValue: NSValidationStringTooShortError)
    /// A string does not match its regular expression.
    public static let validationStringPatternMatching = Self(
      rawValue: NSValidationStringPatternMatchingError)
    /// A store no longer has the object that a fault or a relationship refers to.
    public static let managedObjectReferentialIntegrity = Self(
      rawValue: NSManagedObjectReferentialIntegrityError)
    /// An object that a save writes was changed in the store after the context read it.
    public static let managedObjectMerge = Self(rawValue: NSManagedObjectMergeError)
    /// Several objects have the same values for a uniqueness constraint.
    public static let managedObjectConstraintMerge = Self(
      rawValue: NSManagedObjectConstraintMergeError)
    /// A store was created with a different version of the model.
    public static let persistentStoreIncompatibleVersionHash = Self(
      rawValue: NSPersistentStoreIncompatibleVersionHashError)
    /// A store cannot be opened.
    public static let persistentStoreOpen = Self(rawValue: NSPersistentStoreOpenError)
    /// An error of Core Data that has no code of its own.
    public static let coreData = Self(rawValue: NSCoreDataError)
    /// The mapping between two models cannot be inferred.
    public static let inferredMappingModel = Self(rawValue: NSInferredMappingModelError)
  }

  extension NSError {
    /// Creates an error with a code of Core Data, in Cocoa's error domain.
    static func coreData(
      _ code: Int, _ description: String, _ more: [String: Any] = [:]
    ) -> NSError {
      var info = more
      info[NSLocalizedDescriptionKey] = description
      return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }
  }
#endif
