import GhostlightContracts
import GhostlightCore

/// Promises about login, token refresh, identifying the user, and logout.
enum Sessions {
  static let pact = Pact.stackMob {
    loggingIn
    refreshing
    using
    privateKey
  }

  private static let jack: JSONObject = Sample.dated([
    "username": "jack", "age": 30, "sm_owner": "user/jack",
  ])
  private static let given: [GivenState] = [.user("jack", ["age": 30])]

  /// Returns the body of a token response for a user.
  static func tokens(_ user: JSONObject) -> Example {
    [
      "access_token": Sample.anyToken, "mac_key": Sample.anyToken,
      "refresh_token": Sample.anyToken, "mac_algorithm": "hmac-sha-1", "token_type": "mac",
      "expires_in": 3600, "stackmob": ["user": .same(user)],
    ]
  }

  private static func login(
    _ description: String, _ request: PactRequest, route: String, _ evidence: Evidence...
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference("A19.2"), .guide("Logging in to StackMob")] + evidence,
      given: given, request,
      .status(
        200, headers: ["Content-Type": "application/json; charset=utf-8"], json: tokens(jack)),
      route: route, whole: ["$", "$.stackmob", "$.stackmob.user"],
      absent: ["$.stackmob.user.password"])
  }

  @InteractionBuilder private static var loggingIn: [Interaction] {
    login(
      "a login answers tokens and the user",
      .post(
        "/user/accessToken",
        form: [
          "username": "jack", "password": "secret", "token_type": "mac",
          "mac_algorithm": "hmac-sha-1",
        ]), route: "Login", .sdk("SMDataStore+Protected.m"), .decision("D16"))
    login(
      "a login may come in the query",
      .get("/user/accessToken", query: ["username": "jack", "password": "secret"]),
      route: "Login by query", .documentation("REST API, \"Login\""))
    login(
      "a login ignores the session of another user",
      .post(
        "/user/accessToken", headers: ["Authorization": #"MAC id="x",ts="1",nonce="n",mac="m""#],
        form: ["username": "jack", "password": "secret"]), route: "Login")
    Interaction.step(
      "a user schema of other names logs in by its own",
      [.protocolReference("A19.1"), .guide("The User Schema"), .suite("SMClientSpec.m")],
      given: [
        .state(
          "schema exists",
          [
            "name": "customer", "user": true, "usernameField": "mail",
            "passwordField": "phrase",
          ]),
        .state(
          "user exists",
          [
            "schema": "customer", "username": "j@example.org", "password": "secret",
            "fields": ["createddate": .integer(Sample.date), "lastmoddate": .integer(Sample.date)],
          ]),
      ], .post("/customer/accessToken", form: ["mail": "j@example.org", "phrase": "secret"]),
      .status(
        200,
        json: tokens(
          Sample.dated(["mail": "j@example.org", "sm_owner": "customer/j@example.org"]))),
      route: "Login", whole: ["$", "$.stackmob", "$.stackmob.user"])
    for (what, name, password) in [
      ("the wrong password", "jack", "wrong"), ("an unknown name", "jill", "secret"),
    ] {
      Interaction.refusal(
        "a login with \(what) is refused",
        [.protocolReference("A28"), .guide("Logging in to StackMob"), .decision("D1")],
        given: given,
        .post("/user/accessToken", form: ["username": "\(name)", "password": "\(password)"]),
        401, "access_denied",
        details: ["error_description": "Invalid username or password."], fault: "login failed",
        route: "Login")
    }
    Interaction.refusal(
      "a login of a user without a password is refused", [.protocolReference("A19.1")],
      given: [.state("user exists", ["username": "jack"])],
      .post("/user/accessToken", form: ["username": "jack", "password": ""]), 401,
      "access_denied", details: ["error_description": "Invalid username or password."],
      fault: "login failed", route: "Login")
  }

  @InteractionBuilder private static var refreshing: [Interaction] {
    Interaction.step(
      "a refresh answers new tokens and the user",
      [.protocolReference("A19.3"), .guide("Automatic Login Refresh")],
      given: given + [.state("logged in", ["username": "jack"])],
      .post(
        "/user/refreshToken",
        form: [
          "refresh_token": .fromState("${refresh_token}", "r1"), "token_type": "mac",
          "mac_algorithm": "hmac-sha-1", "grant_type": "refresh_token",
        ]), .status(200, json: tokens(jack)), route: "Refresh",
      whole: ["$", "$.stackmob", "$.stackmob.user"])
    Interaction.refusal(
      "a refresh with an unknown token is refused",
      [.protocolReference("A19.3"), .guide("Automatic Login Refresh"), .decision("D19")],
      given: given,
      .post("/user/refreshToken", form: ["refresh_token": "gone", "token_type": "mac"]), 401,
      "invalid_grant", details: ["error_description": "Invalid refresh token."],
      fault: "refresh refused", route: "Refresh")
  }

  @InteractionBuilder private static var using: [Interaction] {
    Interaction.step(
      "a logged-in user gets the user's fields",
      [.protocolReference("A19.4"), .guide("Retrieve Logged In User Info")],
      given: given + [.loggedIn("jack", toSend: "GET", "/user/loggedInUser")],
      PactRequest.get("/user/loggedInUser").signed(), .status(200, json: .same(jack)),
      route: "Who am I", absent: ["$.password"])
    Interaction.step(
      "a logged-in user may ask for some of the user's fields",
      [.protocolReference("A19.4"), .protocolReference("A10.7"), .sdk("SMClient.m")],
      given: given + [.loggedIn("jack", toSend: "GET", "/user/loggedInUser")],
      PactRequest.get("/user/loggedInUser", headers: ["X-StackMob-Select": "age"]).signed(),
      .status(200, json: ["username": "jack", "age": 30]), route: "Who am I")
    Interaction.step(
      "a query of a logged-in user is signed with its brackets escaped",
      [.protocolReference("A4"), .sdk("StackMobRequest.java")],
      given: given + [.loggedIn("jack", toSend: "GET", "/user?age%5Bgte%5D=30")],
      PactRequest.get("/user", query: ["age[gte]": "30"]).signed(),
      .status(200, json: [.same(jack)]), route: "Query", whole: ["$[*]"])
    Interaction.step(
      "a logout answers nothing",
      [.protocolReference("A19.5"), .guide("Logout of StackMob"), .decision("D14")],
      given: given + [.loggedIn("jack", toSend: "GET", "/user/logout")],
      PactRequest.get("/user/logout").signed(), .status(200, json: [:]), route: "Logout")
    Interaction.refusal(
      "a client without a session does not get the logged-in user",
      [.protocolReference("A19.4"), .guide("Check Status")], given: given,
      .get("/user/loggedInUser"), 401, "Insufficient authorization",
      fault: "not logged in or not entitled", route: "Who am I")
    Interaction.refusal(
      "a logout without a session is refused",
      [.protocolReference("A19.5"), .documentation("REST API")],
      given: given,
      .get("/user/logout"), 401, "Insufficient authorization",
      fault: "not logged in or not entitled", route: "Logout")
    Interaction.refusal(
      "an unknown token is refused on any path",
      [.protocolReference("A4"), .suite("SMClientIntegrationSpec.m"), .decision("D20")],
      given: given,
      .get("/user", headers: ["Authorization": #"MAC id="x",ts="1",nonce="n",mac="m""#]), 401,
      "Insufficient authorization", fault: "not logged in or not entitled", route: "Query")
    Interaction.refusal(
      "a signature of another request is refused", [.protocolReference("A4")],
      given: given + [.loggedIn("jack", toSend: "GET", "/user/jack")],
      PactRequest.get("/user/loggedInUser").signed(), 401, "Insufficient authorization",
      fault: "not logged in or not entitled", route: "Who am I")
  }

  @InteractionBuilder private static var privateKey: [Interaction] {
    let login = "/user/login?password=secret&username=jack"
    Interaction.step(
      "a client with the private key logs a user in and gets the user",
      [.protocolReference("A19.6"), .documentation("OAuth1 and OAuth2")],
      given: given + [.privateKey(toSend: "GET", login)],
      PactRequest.get("/user/login", query: ["username": "jack", "password": "secret"]).signed(),
      .status(200, json: .same(jack)), route: "OAuth1 login")
    Interaction.refusal(
      "a client with the private key is refused with a wrong password",
      [.protocolReference("A19.6"), .suite("StackMobTests.java"), .decision("D1")],
      given: given
        + [.privateKey(toSend: "GET", "/user/login?password=wrong&username=jack")],
      PactRequest.get("/user/login", query: ["username": "jack", "password": "wrong"]).signed(),
      401, "Invalid username or password", fault: "OAuth1 login failed", route: "OAuth1 login")
    Interaction.refusal(
      "a client without the private key cannot log in that way", [.protocolReference("A19.6")],
      given: given, .get("/user/login", query: ["username": "jack", "password": "secret"]), 401,
      "Insufficient authorization", fault: "not logged in or not entitled",
      route: "OAuth1 login")
  }
}
