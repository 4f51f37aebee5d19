// Error domains, user info keys and exception names.
// Source: protocol reference B1.

/// The domain of StackMob's own errors.
public let SMErrorDomain = "SMError"

/// The domain of errors that are HTTP statuses.
public let HTTPErrorDomain = "HTTP"

/// The user info key, in an error -109, for the HTTP 401 error that made the session refresh.
public let SMOriginalErrorCausingRefreshKey = "SMOriginalErrorCausingRefresh"

/// The user info key, in an error -109, for the error of the refresh request itself.
public let SMRefreshErrorObjectKey = "SMRefreshErrorObject"

/// The exception name for an object or request that StackMob does not accept.
public let SMExceptionIncompatibleObject = "SMExceptionIncompatibleObject"

/// The exception name for an unknown schema.
public let SMExceptionUnknownSchema = "SMExceptionUnknownSchema"

/// The exception name for a persistent store that could not be added to its coordinator.
public let SMExceptionAddPersistentStore = "SMExceptionAddPersistentStore"

/// The exception name for a related object that could not be loaded.
public let SMExceptionCannotFillRelationshipFault = "SMExceptionCannotFillRelationshipFault"

/// The exception name for a cache that could not be read or written.
public let SMExceptionCacheError = "SMExceptionCacheError"

/// The exception name for a client that could not be created from its arguments.
public let SMClientInitializationException = "SMClientInitializationException"
