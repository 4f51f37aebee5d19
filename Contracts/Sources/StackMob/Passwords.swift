import GhostlightContracts
import GhostlightCore

/// Promises about changing passwords, and about replacing forgotten ones.
enum Passwords {
  static let pact = Pact.stackMob {
    changing
    forgetting
    temporary
  }

  private static let jack: JSONObject = Sample.dated([
    "username": "jack", "email": "jack@example.org", "sm_owner": "user/jack",
  ])
  private static let given: [GivenState] = [
    .richUserSchema, .user("jack", ["email": "jack@example.org"]), .user("jill"),
  ]
  private static let loggedIn =
    given + [GivenState.loggedIn("jack", toSend: "POST", "/user/resetPassword")]

  private static func change(_ old: Example, _ new: Example) -> PactRequest {
    PactRequest.post(
      "/user/resetPassword", json: ["old": ["password": old], "new": ["password": new]])
  }

  @InteractionBuilder private static var changing: [Interaction] {
    Interaction.step(
      "a new password for the old one answers the user",
      [.protocolReference("A19.7"), .guide("Reset Password")], given: loggedIn,
      change("secret", "better").signed(), .status(200, json: .same(jack)),
      route: "Change password", absent: ["$.password"])
    Interaction.refusal(
      "a new password for a wrong one is refused",
      [.protocolReference("A19.7"), .guide("Reset Password")], given: loggedIn,
      change("wrong", "better").signed(), 401, "Invalid old password",
      fault: "reset password refused", route: "Change password")
    Interaction.refusal(
      "a new password without a session is refused",
      [.protocolReference("A19.7"), .suite("SMClientIntegrationSpec.m")], given: given,
      change("secret", "better"), 401, "Insufficient authorization",
      fault: "not logged in or not entitled", route: "Change password")
    Interaction.refusal(
      "a change without the old password is refused", [.protocolReference("A19.7")],
      given: loggedIn,
      PactRequest.post("/user/resetPassword", json: ["new": ["password": "better"]]).signed(),
      400, "Bad Request", fault: "malformed request", route: "Change password")
  }

  @InteractionBuilder private static var forgetting: [Interaction] {
    let evidence: [Evidence] = [.protocolReference("A19.8"), .guide("Forgot Password")]
    Interaction.step(
      "a forgotten password answers nothing and goes by mail", evidence, given: given,
      .post("/user/forgotPassword", json: ["username": "jack"]), .status(200, json: [:]),
      route: "Forgot password")
    Interaction.step(
      "a forgotten password may be reported in the query", evidence, given: given,
      .get("/user/forgotPassword", query: ["username": "jack"]), .status(200, json: [:]),
      route: "Forgot password by query")
    for (what, name, states) in [
      ("of an unknown user", "joe", given), ("of a user without an address", "jill", given),
      ("in a schema without addresses", "jack", [.user("jack")]),
    ] {
      Interaction.refusal(
        "a forgotten password \(what) is refused", evidence, given: states,
        .post("/user/forgotPassword", json: ["username": "\(name)"]), 401,
        "Unable to send a temporary password to \(name)", fault: "forgot password refused",
        route: "Forgot password")
    }
    Interaction.refusal(
      "a forgotten password without a name is refused", evidence, given: given,
      .get("/user/forgotPassword"), 400, "Bad Request", fault: "malformed request",
      route: "Forgot password by query")
  }

  @InteractionBuilder private static var temporary: [Interaction] {
    let evidence: [Evidence] = [.protocolReference("A19.9"), .guide("Forgot Password")]
    let forgotten = given + [.state("password forgotten", ["username": "jack"])]
    let password = Example.fromState("${temporary_password}", "a1B2c3D4e5")
    for (request, route) in [
      (
        PactRequest.post("/user/accessToken", form: ["username": "jack", "password": password]),
        "Login"
      ),
      (
        .get("/user/accessToken", query: ["username": "jack", "password": password]),
        "Login by query"
      ),
    ] {
      Interaction.refusal(
        "a temporary password wants a new one: \(route)",
        evidence + [.protocolReference("A28"), .decision("D4")], given: forgotten, request, 401,
        "Temporary password reset required.",
        details: ["error_description": "Temporary password reset required."],
        fault: "temporary password used plainly", route: route)
    }
    for (what, form) in [
      (
        "a temporary password with a new one logs in",
        ["username": "jack", "password": password, "new_password": "better"]
      ),
      (
        "the password logs in while there is a temporary one",
        ["username": "jack", "password": "secret"]
      ),
    ] as [(String, KeyValuePairs<String, Example>)] {
      Interaction.step(
        what, evidence, given: forgotten, .post("/user/accessToken", form: form),
        .status(200, json: Sessions.tokens(jack)), route: "Login",
        whole: ["$", "$.stackmob", "$.stackmob.user"], absent: ["$.stackmob.user.password"])
    }
  }
}
