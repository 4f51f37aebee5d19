// The domains of errors, and the keys of their user info.
// Source: protocol reference C1 and C10.

/// The domain of errors that all services share.
public let kMSACErrorDomain = "com.Microsoft.AppCenter.ErrorDomain"

/// The domain of errors of Auth.
public let kMSACAuthErrorDomain = "com.Microsoft.AppCenter.Auth.ErrorDomain"
