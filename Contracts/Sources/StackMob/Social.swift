import GhostlightContracts
import GhostlightCore

/// Promises about users of Facebook, Twitter and Gigya: creation, login, linking, unlinking.
///
/// The real networks are not used: a token is valid unless it begins with `invalid`.
enum Social {
  static let pact = Pact.stackMob {
    creating
    loggingIn
    linking
    for network in [facebook, twitter] { network.refusals }
    refusals
  }

  private static let evidence: [Evidence] = [.protocolReference("A20"), .sdk("SMClient.m")]
  private static let jack: [GivenState] = [.user("jack")]

  private static func user(_ name: String) -> Example {
    .stored(["username": "\(name)", "sm_owner": .value(.string("user/\(name)"))])
  }

  private static func tokens(_ name: String) -> Example {
    [
      "access_token": Sample.anyToken, "mac_key": Sample.anyToken,
      "refresh_token": Sample.anyToken, "mac_algorithm": "hmac-sha-1", "token_type": "mac",
      "expires_in": 3600, "stackmob": ["user": user(name)],
    ]
  }

  private static func session(
    _ description: String, _ request: PactRequest, _ name: String, route: String
  ) -> Interaction {
    Interaction.step(
      description, evidence + [.guide("StackMob Login Using Facebook")], request,
      .status(200, json: tokens(name)), route: route,
      whole: ["$", "$.stackmob", "$.stackmob.user"])
  }

  @InteractionBuilder private static var creating: [Interaction] {
    Interaction.step(
      "a user of Facebook is created", evidence + [.guide("Create a User Object")],
      .post("/user/createUserWithFacebook", json: ["fb_at": "t1", "username": "fay"]),
      .status(201, json: user("fay")), route: "Create with Facebook")
    Interaction.step(
      "a user of Facebook is created by a query", evidence + [.decision("D11")],
      .get("/user/createUserWithFacebook", query: ["fb_at": "t1", "username": "fay"]),
      .status(201, json: user("fay")), route: "Create with Facebook by query")
    Interaction.step(
      "a user of Twitter is created", evidence + [.decision("D11")],
      .post(
        "/user/createUserWithTwitter", json: ["tw_tk": "t1", "tw_ts": "s1", "username": "tim"]),
      .status(201, json: user("tim")), route: "Create with Twitter")
    Interaction.step(
      "a user of Twitter is created by a query", evidence + [.decision("D11")],
      .get(
        "/user/createUserWithTwitter",
        query: ["tw_tk": "t1", "tw_ts": "s1", "username": "tim"]),
      .status(201, json: user("tim")), route: "Create with Twitter by query")
    Interaction.refusal(
      "a user of Facebook whose token is refused is not created", evidence,
      .post("/user/createUserWithFacebook", json: ["fb_at": "invalid-1"]), 400,
      "Facebook does not accept the token", fault: "social token refused on create or link",
      route: "Create with Facebook")
    Interaction.refusal(
      "a user of Facebook with a name that is taken is not created", evidence, given: jack,
      .post("/user/createUserWithFacebook", json: ["fb_at": "t1", "username": "jack"]), 400,
      "User jack already exists", fault: "name taken on social create",
      route: "Create with Facebook")
  }

  @InteractionBuilder private static var loggingIn: [Interaction] {
    session(
      "a user of Facebook is logged in, and created if there is none",
      .post(
        "/user/facebookAccessTokenWithCreate",
        form: ["fb_at": "t1", "username": "fay", "token_type": "mac"]), "fay",
      route: "Login or create with Facebook")
    session(
      "a user of Twitter is logged in, and created if there is none",
      .post(
        "/user/twitterAccessTokenWithCreate",
        form: ["tw_tk": "t1", "tw_ts": "s1", "username": "tim", "token_type": "mac"]), "tim",
      route: "Login or create with Twitter")
    session(
      "a user of Gigya is logged in, and created if there is none",
      .post(
        "/user/gigyaAccessToken",
        form: [
          "gigya_uid": "gus", "gigya_ts": "1371040000", "gigya_sig": "sig", "token_type": "mac",
        ]), "gus", route: "Login with Gigya")
    let refused: [(String, PactRequest, String)] = [
      (
        "Facebook", .post("/user/facebookAccessToken", form: ["fb_at": "t1"]),
        "Login with Facebook"
      ),
      (
        "Facebook whose token is refused",
        .post("/user/facebookAccessTokenWithCreate", form: ["fb_at": "invalid-1"]),
        "Login or create with Facebook"
      ),
      (
        "Twitter", .post("/user/twitterAccessToken", form: ["tw_tk": "t1", "tw_ts": "s1"]),
        "Login with Twitter"
      ),
      (
        "Twitter, by its old name,",
        .post("/user/twitterLogin", form: ["tw_tk": "t1", "tw_ts": "s1"]),
        "Login with Twitter by its old name"
      ),
    ]
    for (network, request, route) in refused {
      Interaction.refusal(
        "an account of \(network) that is not linked to a user is refused",
        evidence + [.decision("D1")], request, 401, "access_denied",
        details: ["error_description": "The account is not accepted, or linked to no user."],
        fault: "social login failed", route: route)
    }
  }

  /// Returns an interaction in which jack, who is logged in, links an account.
  private static func link(
    _ network: String, _ request: PactRequest, _ target: String, route: String
  ) -> Interaction {
    Interaction.step(
      "a user is linked with \(network)", evidence + [.guide("Link/Unlink Facebook Tokens")],
      given: jack + [.loggedIn("jack", toSend: request.method, target)], request.signed(),
      .status(200, json: [:]), route: route)
  }

  @InteractionBuilder private static var linking: [Interaction] {
    link(
      "Facebook", .get("/user/linkUserWithFacebook", query: ["fb_at": "t1"]),
      "/user/linkUserWithFacebook?fb_at=t1", route: "Link with Facebook")
    link(
      "Twitter", .get("/user/linkUserWithTwitter", query: ["tw_tk": "t1", "tw_ts": "s1"]),
      "/user/linkUserWithTwitter?tw_tk=t1&tw_ts=s1", route: "Link with Twitter")
    link(
      "Gigya",
      .post(
        "/user/linkUserWithGigya",
        json: ["gigya_uid": "gus", "gigya_ts": "1371040000", "gigya_sig": "sig"]),
      "/user/linkUserWithGigya", route: "Link with Gigya")
    link(
      "Gigya by a query",
      .get(
        "/user/linkUserWithGigya", query: ["gigya_sig": "sig", "gigya_ts": "1", "gigya_uid": "gus"]),
      "/user/linkUserWithGigya?gigya_sig=sig&gigya_ts=1&gigya_uid=gus",
      route: "Link with Gigya by query")
  }

  /// A social network through which apps can read an account and post to it.
  private struct Network {
    let name: String
    let info: String
    let post: String
    let oauth1: String

    /// Refusals of users who are not linked with the network.
    @InteractionBuilder var refusals: [Interaction] {
      Interaction.refusal(
        "the information of \(name) is refused to a user who is not linked", evidence,
        given: jack + [.loggedIn("jack", toSend: "GET", info)], PactRequest.get("\(info)").signed(),
        401, "Insufficient authorization", fault: "not logged in or not entitled",
        route: "\(name) info")
      Interaction.refusal(
        "posting to \(name) is refused to a user who is not linked", evidence,
        given: jack + [.loggedIn("jack", toSend: "GET", post)], PactRequest.get("\(post)").signed(),
        401, "Insufficient authorization", fault: "not logged in or not entitled",
        route: "Post to \(name)")
      Interaction.refusal(
        "a client with the private key is refused with an unlinked account of \(name)",
        [
          .protocolReference("A19.6"), .sdk("StackMob.java"), .suite("StackMobTests.java"),
        ], given: [.privateKey(toSend: "GET", oauth1)],
        PactRequest.get("\(oauth1)").signed(), 401, "Invalid username or password",
        fault: "OAuth1 login failed", route: "OAuth1 login with \(name)")
    }
  }

  private static let facebook = Network(
    name: "Facebook", info: "/user/getFacebookUserInfo", post: "/user/postFacebookMessage",
    oauth1: "/user/facebookLogin")
  private static let twitter = Network(
    name: "Twitter", info: "/user/getTwitterUserInfo", post: "/user/twitterStatusUpdate",
    oauth1: "/user/twitterlogin")

  @InteractionBuilder private static var refusals: [Interaction] {
    for network in ["Facebook", "Twitter", "Gigya"] {
      Interaction.refusal(
        "unlinking from \(network) is refused to a user who is not linked",
        evidence + [.guide("Link/Unlink Facebook Tokens")],
        given: jack + [.loggedIn("jack", toSend: "DELETE", "/user/unlinkUserFrom\(network)")],
        PactRequest.delete("/user/unlinkUserFrom\(network)").signed(), 404,
        "User jack is not linked with \(network)", fault: "unlink of what is not linked",
        route: "Unlink from \(network)")
    }
    Interaction.refusal(
      "linking with a signature that Gigya refuses is refused", evidence,
      given: jack + [.loggedIn("jack", toSend: "POST", "/user/linkUserWithGigya")],
      PactRequest.post("/user/linkUserWithGigya", json: ["gigya_uid": "gus"]).signed(), 401,
      "Gigya does not accept the signature", fault: "Gigya signature refused on link",
      route: "Link with Gigya")
  }
}
