import GhostlightCore
import GhostlightEmulation

/// The provider states of StackMob: the actions of its dashboard, and shortcuts for tests.
extension StackMobBackend {
  static let providerStates: ProviderStateTable<StackMobBackend> = [
    ProviderState(
      "schema exists",
      parameters: [
        "name": "string, lower case",
        "fields": "object of field name to type: string, integer, float, boolean, array[string], "
          + "geopoint, binary, forgotpassword, relationship[schema], relationships[schema]",
        "user": "boolean, default false: a schema whose objects are users",
        "usernameField": "string, default username; fields may make it forgotpassword",
        "passwordField": "string, default password",
        "version": "integer, default 0",
        "permissions": "object of create, read, update and delete to a level, default open: "
          + "open, loggedIn, owner, relationship[field], ownerRelationship[field], role[name], "
          + "privateKey, notAllowed",
      ]
    ) { parameters, backend, _ throws(ProviderStateError) in
      let schema = try SchemaDefinition.read(parameters)
      try backend.change(version: try StateParameters(parameters).version()) {
        state throws(ProviderStateError) in
        state.schemas[schema.name] = schema
      }
      return [:]
    },
    ProviderState(
      "version deployed", parameters: ["version": "integer from 1"]
    ) { parameters, backend, _ throws(ProviderStateError) in
      let version = try StateParameters(parameters).version()
      guard version > 0 else { throw ProviderStateError("\"version\" counts from 1") }
      backend.deploy(version: version)
      return [:]
    },
    ProviderState(
      "object exists",
      parameters: [
        "schema": "string", "object": "object, as a client would send it",
        "owner": "string, default none: a user's name, or schema/name as in sm_owner",
        "version": "integer, default 0",
      ], results: ["id": "the primary key", "object": "the stored object"]
    ) { parameters, backend, moment throws(ProviderStateError) in
      try backend.storeObject(StateParameters(parameters), &moment)
    },
    ProviderState(
      "user exists",
      parameters: [
        "username": "string", "password": "string, default none",
        "schema": "string, default user", "fields": "object of further fields, default none",
        "version": "integer, default 0",
      ], results: ["username": "the name"]
    ) { parameters, backend, moment throws(ProviderStateError) in
      try backend.storeUser(StateParameters(parameters), &moment)
    },
    ProviderState(
      "logged in",
      parameters: [
        "username": "string", "schema": "string, default user", "version": "integer, default 0",
        "sign": "object, default none: method and target of a request to sign, and its host "
          + "(api.stackmob.com), port (80) and scheme (http), which go to its Host field",
      ],
      results: [
        "access_token": "id of the MAC", "mac_key": "key of the MAC",
        "refresh_token": "for refreshToken",
        "authorization": "with \"sign\", the Authorization field of that request",
      ]
    ) { parameters, backend, moment throws(ProviderStateError) in
      try backend.logIn(StateParameters(parameters), &moment)
    },
    ProviderState(
      "access token expired",
      parameters: [
        "access_token": "string: the token of a login or a refresh",
        "version": "integer, default 0",
      ]
    ) { parameters, backend, moment throws(ProviderStateError) in
      try backend.expireAccessToken(StateParameters(parameters), moment)
    },
    ProviderState(
      "password forgotten",
      parameters: [
        "username": "string", "schema": "string, default user", "version": "integer, default 0",
      ], results: ["temporary_password": "the password in the mail; valid for a day"]
    ) { parameters, backend, moment throws(ProviderStateError) in
      try backend.forgetPassword(StateParameters(parameters), &moment)
    },
    ProviderState(
      "role exists",
      parameters: [
        "name": "string", "members": "array of user names, default none",
        "schema": "string, default user: the members' schema", "version": "integer, default 0",
      ]
    ) { parameters, backend, _ throws(ProviderStateError) in
      try backend.storeRole(StateParameters(parameters))
    },
    ProviderState(
      "custom code exists",
      parameters: [
        "name": "string: the method",
        "fixture": "string: greeting, verb, user or params, the name of a template",
        "template": "any value: the response, in which {{…}} stands for a part of the call",
        "json": "any value: the response", "text": "string: the response",
        "base64": "string: the response's bytes", "status": "integer, default 200",
        "contentType": "string, default by the kind of response",
        "headers": "object of field name to string, default none",
        "forward": "string: the URL of a program that responds to the calls",
        "timeoutSeconds": "integer, default 25: the time limit of the program",
        "startSeconds": "integer, default 0: seconds after the first call in which calls get 503",
        "startingCalls": "integer, default 0: the number of first calls that get 503",
        "version": "integer, default 0",
      ]
    ) { parameters, backend, _ throws(ProviderStateError) in
      try backend.storeCustomCode(StateParameters(parameters))
    },
    ProviderState(
      "social token valid",
      parameters: [
        "network": "string: facebook, twitter or gigya",
        "token": "string: fb_at, tw_tk or gigya_uid",
        "account": "string, default the token: the account's id",
        "info": "object, default empty: the network's information about the account",
        "version": "integer, default 0",
      ], results: ["token": "the token", "account": "the account's id"]
    ) { parameters, backend, _ throws(ProviderStateError) in
      try backend.storeSocialToken(StateParameters(parameters))
    },
    ProviderState(
      "social account linked",
      parameters: [
        "username": "string", "network": "string: facebook, twitter or gigya",
        "token": "string that the network accepts: fb_at, tw_tk or gigya_uid",
        "schema": "string, default user", "version": "integer, default 0",
      ], results: ["account": "the account's id"]
    ) { parameters, backend, _ throws(ProviderStateError) in
      try backend.linkSocialAccount(StateParameters(parameters))
    },
    ProviderState(
      "push token registered",
      parameters: [
        "type": "string: ios, androidgcm or android",
        "token": "string: 64 hexadecimal digits for ios", "user": "string; the user need not exist",
        "version": "integer, default 0",
      ]
    ) { parameters, backend, moment throws(ProviderStateError) in
      try backend.registerPushToken(StateParameters(parameters), moment)
    },
    ProviderState(
      "push token expired",
      parameters: [
        "type": "string: ios, androidgcm or android", "token": "string, registered before",
        "version": "integer, default 0",
      ]
    ) { parameters, backend, _ throws(ProviderStateError) in
      try backend.expirePushToken(StateParameters(parameters))
    },
    ProviderState(
      "signed with the private key",
      parameters: [
        "method": "string", "target": "string: path and query as sent",
        "host": "string, default api.stackmob.com", "port": "integer, default the scheme's",
        "scheme": "string, default http", "version": "integer, default 0",
      ], results: ["authorization": "the Authorization field of that request"]
    ) { parameters, backend, moment throws(ProviderStateError) in
      try backend.presign(parameters, &moment)
    },
  ]
}
