import GhostlightContracts
import GhostlightCore

/// Promises about users with a linked account of Facebook, Twitter or Gigya.
enum LinkedAccounts {
  static let pact = Pact.stackMob {
    loggingIn
    using
    unlinking
    refusals
  }

  private static let evidence: [Evidence] = [
    .protocolReference("A20"), .guide("Link/Unlink Facebook Tokens"),
  ]
  private static let jack: JSONObject = Sample.dated([
    "username": "jack", "sm_owner": "user/jack",
  ])
  /// The provider states with two users: jack is linked with account `t1` of every network.
  ///
  /// The other user, jill, has no links.
  private static let given: [GivenState] =
    [.user("jack"), .user("jill")]
    + ["facebook", "twitter", "gigya"].map { .linked("jack", $0, "t1") }

  private static func login(
    _ what: String, _ path: String, _ form: KeyValuePairs<String, Example>, route: String
  ) -> Interaction {
    Interaction.step(
      "a linked account logs its user in: \(what)",
      [.protocolReference("A20"), .guide("StackMob Login Using Facebook"), .sdk("SMClient.m")],
      given: given, .post("\(path)", form: form), .status(200, json: Sessions.tokens(jack)),
      route: route, whole: ["$", "$.stackmob", "$.stackmob.user"])
  }

  @InteractionBuilder private static var loggingIn: [Interaction] {
    let facebook: KeyValuePairs<String, Example> = ["fb_at": "t1", "token_type": "mac"]
    let twitter: KeyValuePairs<String, Example> = [
      "tw_tk": "t1", "tw_ts": "s1", "token_type": "mac",
    ]
    login("Facebook", "/user/facebookAccessToken", facebook, route: "Login with Facebook")
    login(
      "Facebook, without making another", "/user/facebookAccessTokenWithCreate", facebook,
      route: "Login or create with Facebook")
    login("Twitter", "/user/twitterAccessToken", twitter, route: "Login with Twitter")
    login(
      "Twitter, by its old name", "/user/twitterLogin", twitter,
      route: "Login with Twitter by its old name")
    login(
      "Twitter, without making another", "/user/twitterAccessTokenWithCreate", twitter,
      route: "Login or create with Twitter")
    login(
      "Gigya", "/user/gigyaAccessToken",
      ["gigya_uid": "t1", "gigya_ts": "1371040000", "gigya_sig": "sig", "token_type": "mac"],
      route: "Login with Gigya")
    for (network, target, request) in [
      ("Facebook", "/user/facebookLogin?fb_at=t1", ["fb_at": "t1"]),
      ("Twitter", "/user/twitterlogin?tw_tk=t1&tw_ts=s1", ["tw_tk": "t1", "tw_ts": "s1"]),
    ] as [(String, String, KeyValuePairs<String, Example>)] {
      let path = String(target.prefix { $0 != "?" })
      Interaction.step(
        "a client with the private key logs a user in with a linked account of \(network)",
        [
          .protocolReference("A19.6"), .sdk("StackMob.java"), .suite("StackMobTests.java"),
        ], given: given + [.privateKey(toSend: "GET", target)],
        PactRequest.get("\(path)", query: request).signed(), .status(200, json: .same(jack)),
        route: "OAuth1 login with \(network)")
    }
  }

  /// Returns an interaction in which a logged-in user sends a request without a body.
  private static func call(
    _ description: String, given states: [GivenState] = given, _ request: PactRequest,
    _ target: String, _ answer: Example = [:], route: String
  ) -> Interaction {
    Interaction.step(
      description, evidence + [.sdk("SMClient.m")],
      given: states + [.loggedIn("jack", toSend: request.method, target)], request.signed(),
      .status(200, json: answer), route: route)
  }

  @InteractionBuilder private static var using: [Interaction] {
    for (name, network) in [("Facebook", "facebook"), ("Twitter", "twitter")] {
      let known = GivenState.state(
        "social token valid",
        [
          "network": .string(network), "token": "t2", "account": "jack-7",
          "info": ["name": "Jack"],
        ])
      call(
        "the information of \(name) about a linked account is returned",
        given: given + [known, .linked("jack", network, "t2")],
        .get("/user/get\(name)UserInfo"), "/user/get\(name)UserInfo",
        ["id": "jack-7", "name": "Jack"], route: "\(name) info")
    }
    call(
      "a message is posted to Facebook",
      .get("/user/postFacebookMessage", query: ["message": "hello"]),
      "/user/postFacebookMessage?message=hello", route: "Post to Facebook")
    call(
      "a status is posted to Twitter",
      .get("/user/twitterStatusUpdate", query: ["tw_st": "hello"]),
      "/user/twitterStatusUpdate?tw_st=hello", route: "Post to Twitter")
  }

  @InteractionBuilder private static var unlinking: [Interaction] {
    for network in ["Facebook", "Twitter", "Gigya"] {
      call(
        "a user is unlinked from \(network)", .delete("/user/unlinkUserFrom\(network)"),
        "/user/unlinkUserFrom\(network)", route: "Unlink from \(network)")
    }
    call(
      "a user is linked with his own account again",
      .get("/user/linkUserWithFacebook", query: ["fb_at": "t1"]),
      "/user/linkUserWithFacebook?fb_at=t1", route: "Link with Facebook")
  }

  private static func refusal(
    _ what: String, _ network: String, given states: [GivenState] = given, _ request: PactRequest,
    route: String
  ) -> Interaction {
    Interaction.refusal(
      "an account that is linked already is refused: \(what)", evidence, given: states, request,
      400, "This \(network) account is already linked to a user",
      fault: "social account linked already", route: route)
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    refusal(
      "a new user of Facebook", "Facebook",
      .post("/user/createUserWithFacebook", json: ["fb_at": "t1", "username": "fay"]),
      route: "Create with Facebook")
    refusal(
      "another user of Facebook's, by who is logged in", "Facebook",
      given: given + [.loggedIn("jill", toSend: "POST", "/user/createUserWithFacebook")],
      PactRequest.post(
        "/user/createUserWithFacebook", json: ["fb_at": "t1", "username": "fay"]
      ).signed(), route: "Create with Facebook")
    refusal(
      "a new user of Twitter", "Twitter",
      .get(
        "/user/createUserWithTwitter",
        query: ["tw_tk": "t1", "tw_ts": "s1", "username": "tim"]),
      route: "Create with Twitter by query")
    refusal(
      "another user of Facebook", "Facebook",
      given: given
        + [.loggedIn("jill", toSend: "GET", "/user/linkUserWithFacebook?fb_at=t1")],
      PactRequest.get("/user/linkUserWithFacebook", query: ["fb_at": "t1"]).signed(),
      route: "Link with Facebook")
    refusal(
      "another user of Gigya", "Gigya",
      given: given + [.loggedIn("jill", toSend: "POST", "/user/linkUserWithGigya")],
      PactRequest.post(
        "/user/linkUserWithGigya",
        json: ["gigya_uid": "t1", "gigya_ts": "1371040000", "gigya_sig": "sig"]
      ).signed(), route: "Link with Gigya")
  }
}
