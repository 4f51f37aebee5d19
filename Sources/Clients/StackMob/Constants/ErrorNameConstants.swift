// Error domains, user info keys and exception names.
// Source: protocol reference B1.

/// The domain of StackMob's own errors.
public let SMErrorDomain = "SMError"

/// The domain of errors that are HTTP statuses.
public let HTTPErrorDomain = "HTTP"

/// The user info key, in an error -109, of the 401 that made the session refresh.
public let SMOriginalErrorCausingRefreshKey = "SMOriginalErrorCausingRefresh"

/// The user info key, in an error -109, of the error of the refresh itself.
public let SMRefreshErrorObjectKey = "SMRefreshErrorObject"

/// The name of the exception for an object or request that StackMob does not accept.
public let SMExceptionIncompatibleObject = "SMExceptionIncompatibleObject"

/// The name of the exception for an unknown schema.
public let SMExceptionUnknownSchema = "SMExceptionUnknownSchema"

/// The name of the exception for a store that cannot be added.
public let SMExceptionAddPersistentStore = "SMExceptionAddPersistentStore"

/// The name of the exception for a related object that cannot be loaded.
public let SMExceptionCannotFillRelationshipFault = "SMExceptionCannotFillRelationshipFault"

/// The name of the exception for a cache that cannot be read or written.
public let SMExceptionCacheError = "SMExceptionCacheError"

/// The name of the exception for a client that cannot be created.
public let SMClientInitializationException = "SMClientInitializationException"
