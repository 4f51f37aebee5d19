// Domains, user info keys and exception names.
// Source: protocol reference B1.

/// The domain of StackMob's own errors.
public let SMErrorDomain = "SMError"

/// The domain of errors that are HTTP statuses.
public let HTTPErrorDomain = "HTTP"

/// The key of the 401 that made the session refresh, in the user info of -109.
public let SMOriginalErrorCausingRefreshKey = "SMOriginalErrorCausingRefresh"

/// The key of the refresh's own error, in the user info of -109.
public let SMRefreshErrorObjectKey = "SMRefreshErrorObject"

/// The name of the exception for an object or request that StackMob cannot take.
public let SMExceptionIncompatibleObject = "SMExceptionIncompatibleObject"

/// The name of the exception for a schema that is not known.
public let SMExceptionUnknownSchema = "SMExceptionUnknownSchema"

/// The name of the exception for a store that cannot be added.
public let SMExceptionAddPersistentStore = "SMExceptionAddPersistentStore"

/// The name of the exception for a related object that cannot be loaded.
public let SMExceptionCannotFillRelationshipFault = "SMExceptionCannotFillRelationshipFault"

/// The name of the exception for a cache that cannot be read or written.
public let SMExceptionCacheError = "SMExceptionCacheError"

/// The name of the exception for a client that cannot be made.
public let SMClientInitializationException = "SMClientInitializationException"
