// The codes of the domain `HTTP`, which are HTTP's own, by the names of the SDK.
// Source: protocol reference B1.

/// The request was served.
public let SMErrorOK = SMErrorCode(rawValue: 200)

/// An object was created.
public let SMErrorCreated = SMErrorCode(rawValue: 201)

/// A query was answered in part.
public let SMErrorPartialContent = SMErrorCode(rawValue: 206)

/// The service has moved for good.
public let SMErrorMovedPermanently = SMErrorCode(rawValue: 301)

/// The service has moved for now.
public let SMErrorFound = SMErrorCode(rawValue: 302)

/// The request was malformed or against the schema.
public let SMErrorBadRequest = SMErrorCode(rawValue: 400)

/// Nobody is logged in, or the user may not do this.
public let SMErrorUnauthorized = SMErrorCode(rawValue: 401)

/// The request is forbidden.
public let SMErrorForbidden = SMErrorCode(rawValue: 403)

/// The object or schema does not exist.
public let SMErrorNotFound = SMErrorCode(rawValue: 404)

/// The service waited for the request in vain.
public let SMErrorTimeout = SMErrorCode(rawValue: 408)

/// The primary key is taken.
public let SMErrorConflict = SMErrorCode(rawValue: 409)

/// The service is a teapot.
public let SMErrorTeapot = SMErrorCode(rawValue: 418)

/// The service wants fewer requests.
public let SMErrorChillOut = SMErrorCode(rawValue: 420)

/// The answer is withheld for legal reasons.
public let SMErrorCensored = SMErrorCode(rawValue: 451)

/// The service failed.
public let SMErrorInternalServerError = SMErrorCode(rawValue: 500)

/// The service cannot do this.
public let SMErrorNotImplemented = SMErrorCode(rawValue: 501)

/// A server on the way failed.
public let SMErrorBadGateway = SMErrorCode(rawValue: 502)

/// The service is not ready.
public let SMErrorServiceUnavailable = SMErrorCode(rawValue: 503)

/// A server on the way waited in vain.
public let SMErrorGatewayTimeout = SMErrorCode(rawValue: 504)
