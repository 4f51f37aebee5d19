// The codes of the error domain `HTTP`: HTTP statuses, with the names of the SDK.
// Source: protocol reference B1.

/// The request succeeded.
public let SMErrorOK = SMErrorCode(rawValue: 200)

/// An object was created.
public let SMErrorCreated = SMErrorCode(rawValue: 201)

/// The response contains only a part of the query's results.
public let SMErrorPartialContent = SMErrorCode(rawValue: 206)

/// The service has moved permanently.
public let SMErrorMovedPermanently = SMErrorCode(rawValue: 301)

/// The service has moved temporarily.
public let SMErrorFound = SMErrorCode(rawValue: 302)

/// The request was malformed or does not match the schema.
public let SMErrorBadRequest = SMErrorCode(rawValue: 400)

/// No user is logged in, or the user does not have permission for the request.
public let SMErrorUnauthorized = SMErrorCode(rawValue: 401)

/// The request is forbidden.
public let SMErrorForbidden = SMErrorCode(rawValue: 403)

/// The object or schema does not exist.
public let SMErrorNotFound = SMErrorCode(rawValue: 404)

/// The service did not receive the complete request in time.
public let SMErrorTimeout = SMErrorCode(rawValue: 408)

/// The primary key is already in use.
public let SMErrorConflict = SMErrorCode(rawValue: 409)

/// The service is a teapot.
public let SMErrorTeapot = SMErrorCode(rawValue: 418)

/// The client is sending too many requests.
public let SMErrorChillOut = SMErrorCode(rawValue: 420)

/// The response is withheld for legal reasons.
public let SMErrorCensored = SMErrorCode(rawValue: 451)

/// An error occurred in the service.
public let SMErrorInternalServerError = SMErrorCode(rawValue: 500)

/// The service does not support the request.
public let SMErrorNotImplemented = SMErrorCode(rawValue: 501)

/// A gateway or proxy received an invalid response.
public let SMErrorBadGateway = SMErrorCode(rawValue: 502)

/// The service is temporarily unavailable; the request can be sent again later.
public let SMErrorServiceUnavailable = SMErrorCode(rawValue: 503)

/// A gateway or proxy did not receive a response in time.
public let SMErrorGatewayTimeout = SMErrorCode(rawValue: 504)
