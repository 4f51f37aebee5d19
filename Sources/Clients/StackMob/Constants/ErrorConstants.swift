// The codes of the error domain `SMError`, with the names that the vendor's guide uses.
// Source: protocol reference B1.

/// An argument was missing or invalid; nothing was sent.
public let SMErrorInvalidArguments = SMErrorCode(rawValue: -100)

/// A user logged in with a temporary password; the login must also set a new password.
public let SMErrorTemporaryPasswordResetRequired = SMErrorCode(rawValue: -101)

/// The response to a count query did not contain a count.
public let SMErrorNoCountAvailable = SMErrorCode(rawValue: -102)

/// A refresh was requested while another one was running, or a call waited too long for a refresh.
public let SMErrorRefreshTokenInProgress = SMErrorCode(rawValue: -103)

/// A user object could not be created, because its password was not set or is no longer stored.
public let SMErrorPasswordForUserObjectNotFound = SMErrorCode(rawValue: -104)

/// StackMob could not be reached.
public let SMErrorNetworkNotReachable = SMErrorCode(rawValue: -105)

/// An object does not have an ID in the cache.
public let SMErrorCacheIDNotFound = SMErrorCode(rawValue: -106)

/// A related object could not be loaded.
public let SMErrorCouldNotFillRelationshipFault = SMErrorCode(rawValue: -107)

/// Some objects of a Core Data save could not be saved; the user info lists them.
public let SMErrorCoreDataSave = SMErrorCode(rawValue: -108)

/// The automatic refresh of the session failed.
public let SMErrorRefreshTokenFailed = SMErrorCode(rawValue: -109)

/// The location manager could not determine a location.
public let SMErrorLocationManagerFailed = SMErrorCode(rawValue: -110)
