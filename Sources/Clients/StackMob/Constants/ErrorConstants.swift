// The codes of the domain `SMError`, with the names of the guide.
// Source: protocol reference B1.

/// An argument was missing or invalid; nothing was sent.
public let SMErrorInvalidArguments = SMErrorCode(rawValue: -100)

/// A temporary password was used to log in; a new password must be set with it.
public let SMErrorTemporaryPasswordResetRequired = SMErrorCode(rawValue: -101)

/// The response to a count query did not contain a count.
public let SMErrorNoCountAvailable = SMErrorCode(rawValue: -102)

/// A refresh was requested while another one was running, or a call waited too long for a running
/// one.
public let SMErrorRefreshTokenInProgress = SMErrorCode(rawValue: -103)

/// The password of a user object that should be inserted was not stored.
public let SMErrorPasswordForUserObjectNotFound = SMErrorCode(rawValue: -104)

/// StackMob could not be reached.
public let SMErrorNetworkNotReachable = SMErrorCode(rawValue: -105)

/// An object does not have an ID in the cache.
public let SMErrorCacheIDNotFound = SMErrorCode(rawValue: -106)

/// A related object could not be loaded.
public let SMErrorCouldNotFillRelationshipFault = SMErrorCode(rawValue: -107)

/// Some objects could not be saved.
public let SMErrorCoreDataSave = SMErrorCode(rawValue: -108)

/// The automatic refresh of the session failed.
public let SMErrorRefreshTokenFailed = SMErrorCode(rawValue: -109)

/// The location manager could not determine a location.
public let SMErrorLocationManagerFailed = SMErrorCode(rawValue: -110)
