// The defaults of a client's settings.
// Source: protocol reference B1.

/// The default host of StackMob's API.
public let DEFAULT_API_HOST = "api.stackmob.com"

/// The default host of the push service.
public let DEFAULT_PUSH_HOST = "push.stackmob.com"

/// The default name of the user schema.
public let DEFAULT_USER_SCHEMA = "user"

/// The default name of the user schema's primary key field.
public let DEFAULT_PRIMARY_KEY_FIELD_NAME = "username"

/// The default name of the user schema's password field.
public let DEFAULT_PASSWORD_FIELD_NAME = "password"
