import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

/// A request that causes one of the refusals in the catalogue.
struct RefusalRow: Sendable, CustomTestStringConvertible {
  let fault: Fault
  let reply: Reply
  let request: @Sendable (World) -> Request

  var testDescription: String { fault.name }

  /// Creates a row for a call by an anonymous caller.
  init(
    _ fault: Fault, _ method: String, _ target: String, _ body: String = "",
    headers: KeyValuePairs<String, String> = [:], message: String
  ) {
    self.init(fault, .error(fault.status.code, message)) { world in
      world.app.request(method, target, body, headers: headers)
    }
  }

  init(_ fault: Fault, _ reply: Reply, _ request: @escaping @Sendable (World) -> Request) {
    (self.fault, self.reply, self.request) = (fault, reply, request)
  }
}

extension RefusalRow {
  static let all = datastore + queries + users + services

  static let datastore = [
    RefusalRow(
      .duplicateKey, "POST", "/user", #"{"username":"jack","fresh":1}"#,
      message: "Duplicate key for schema user: \"jack\""),
    RefusalRow(
      .objectMissing, "PUT", "/todo/9", #"{"fresh":1}"#, message: "object instance does not exist"),
    RefusalRow(.objectMissingOnDelete, "DELETE", "/todo/9", message: "This object does not exist"),
    RefusalRow(
      .wrongTypeOnCreate, "POST", "/todo", #"{"fresh":1,"n":"x"}"#,
      message: "Field n has an incompatible type, please check your schema"),
    RefusalRow(
      .wrongTypeOnUpdate, "PUT", "/todo/1", #"{"fresh":1,"n":1.5}"#,
      message: "Field n has invalid type, please check your schema"),
    RefusalRow(
      .primaryKeyChange, "PUT", "/todo/1", #"{"n":1,"todo_id":"2"}"#,
      message: "unable to update primary key todo_id"),
    RefusalRow(
      .nullForUnknownField, "POST", "/todo", #"{"fresh":1,"void":null}"#,
      message: "Field void was sent with a null value and its type cannot be inferred"),
    RefusalRow(
      .pagesNotServed,
      .error(
        404,
        "HTML5 apps are not served: add \"static\": \"FOLDER\" to \"stackmob\" in ghostlight.json"
      )
    ) { _ in Request(.get, "/index.html", authority: "dev.shop.acme.stackmobapp.com") },
    RefusalRow(.badRequest, "POST", "/fresh", #"{"fresh":1"#, message: "Bad Request"),
    RefusalRow(
      .embeddedObject, "POST", "/todo", #"{"fresh":1,"who":{"name":"x"}}"#,
      message: "Field who holds an object and no relationship was given"),
    RefusalRow(
      .badName, "POST", "/todo", #"{"fresh":1,"Title":1}"#,
      message: "Title is not a name: use lower-case letters, digits and underscore"),
    RefusalRow(
      .deleteWithoutCondition, "DELETE", "/todo",
      message: "Delete without conditions is not supported"
    ),
    RefusalRow(.unknownSchema, "GET", "/nix", message: "Schema or method nix does not exist"),
    RefusalRow(
      .unknownPublicKey, "POST", "/todo", "{}", headers: ["X-StackMob-API-Key": "x"],
      message: "Invalid API key"),
    RefusalRow(
      .versionNotDeployed, "POST", "/todo", "{}",
      headers: ["Accept": "application/vnd.stackmob+json; version=7"],
      message: "API version 7 is not deployed"),
    RefusalRow(
      .unknownFieldInProduction, .error(400, "Field fresh does not exist in schema todo")
    ) { world in
      var app = world.app
      app.version = 1
      return app.request("PUT", "/todo/p", #"{"n":1,"fresh":1}"#)
    },
  ]

  static let queries = [
    RefusalRow(
      .unknownQueryField, "DELETE", "/todo?n=2&nix=1",
      message: "Field nix does not exist in schema todo"),
    RefusalRow(
      .badGeoQuery, "DELETE", "/todo?n=2&at[near]=1", message: "Malformed geo value for field at"),
    RefusalRow(
      .badQueryValue, "DELETE", "/todo?todo_id=1&n=x",
      message: "Value for field n does not match its type integer"),
    RefusalRow(
      .orWithSort, "GET", "/todo?[or1].n=1", headers: ["X-StackMob-OrderBy": "n"],
      message: "OR cannot be combined with an order"),
    RefusalRow(
      .badRange, "GET", "/todo", headers: ["Range": "objects=0--1"],
      message: "Malformed Range header"),
    RefusalRow(
      .badOrder, "GET", "/todo", headers: ["X-StackMob-OrderBy": "n:up"],
      message: "Malformed X-StackMob-OrderBy header"),
    RefusalRow(
      .selectTooDeep, "GET", "/user/jack", headers: ["X-StackMob-Select": "friends.age"],
      message: "Cannot select friends.age without expanding"),
  ]

  static let users = [
    RefusalRow(.notAuthorized, StackMobApp.notAuthorized) { world in
      world.app.request(
        "POST", "/todo", #"{"fresh":1}"#,
        headers: ["Authorization": #"MAC id="x",ts="1",nonce="n",mac="m""#])
    },
    RefusalRow(.loginFailed, StackMobApp.loginFailed) { world in
      world.app.request("POST", "/user/accessToken", "username=jack&password=x")
    },
    RefusalRow(
      .temporaryPassword,
      Reply(
        401,
        #"{"error":"Temporary password reset required.","#
          + #""error_description":"Temporary password reset required."}"#)
    ) { world in
      world.app.request(
        "POST", "/user/accessToken", "username=jack&password=\(world.temporaryPassword)")
    },
    RefusalRow(.refreshRefused, StackMobApp.refreshRefused) { world in
      world.app.request("POST", "/user/refreshToken", "refresh_token=x")
    },
    RefusalRow(
      .forgotPasswordRefused, "POST", "/user/forgotPassword", #"{"username":"jill"}"#,
      message: "Unable to send a temporary password to jill"),
    RefusalRow(.resetPasswordRefused, .error(401, "Invalid old password")) { world in
      world.app.request(
        "POST", "/user/resetPassword", #"{"old":{"password":"x"},"new":{"password":"y"}}"#
      ).signed(with: world.tokens.credentials)
    },
    RefusalRow(.oauth1LoginFailed, .error(401, "Invalid username or password")) { world in
      world.app.request("GET", "/user/login?username=jack&password=x").signed(with: world.app.keys)
    },
  ]
}
