// The defaults of a client's settings.
// Source: protocol reference B1.

/// The default host of the API.
public let DEFAULT_API_HOST = "api.stackmob.com"

/// The default host of the push service.
public let DEFAULT_PUSH_HOST = "push.stackmob.com"

/// The default schema of users.
public let DEFAULT_USER_SCHEMA = "user"

/// The default primary key field of users.
public let DEFAULT_PRIMARY_KEY_FIELD_NAME = "username"

/// The default field of users' passwords.
public let DEFAULT_PASSWORD_FIELD_NAME = "password"
