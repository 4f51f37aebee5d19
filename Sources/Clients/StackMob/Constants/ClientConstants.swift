// What a client takes for granted unless told otherwise.
// Source: protocol reference B1.

/// The host of the API.
public let DEFAULT_API_HOST = "api.stackmob.com"

/// The host of the push service.
public let DEFAULT_PUSH_HOST = "push.stackmob.com"

/// The schema of users.
public let DEFAULT_USER_SCHEMA = "user"

/// The primary key of users.
public let DEFAULT_PRIMARY_KEY_FIELD_NAME = "username"

/// The field of users' passwords.
public let DEFAULT_PASSWORD_FIELD_NAME = "password"
