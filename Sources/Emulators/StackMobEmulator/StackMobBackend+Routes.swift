import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The routes of StackMob's REST API, in the order of its routing (A25) and its manual.
extension StackMobBackend {
  static let routes = RouteTable<StackMobState>(
    [
      // All paths
      .options("", "Preflight of the root", preflight).allowingAnonymous(),  // A24
      .options("{path*}", "Preflight", preflight).allowingAnonymous(),  // A24
      .get("", "Availability", availability).allowingAnonymous(),  // A3
      // Files of binary fields
      .get("_s3/{bucket}/{schema}/{id}/{field}/{filename}", "File", serveFile)
        .allowingAnonymous(),  // A17
      // Schemas
      .get("listapi", "List the schemas", listAPI),  // A13
      .post("listapi", "List the schemas by POST", listAPI),  // A13
      // Custom code
      .get("{method}", "Custom code by GET", runCustomCode).when(isCustomCode),  // A21
      .post("{method}", "Custom code by POST", runCustomCode).when(isCustomCode),  // A21
      .put("{method}", "Custom code by PUT", runCustomCode).when(isCustomCode),  // A21
      .delete("{method}", "Custom code by DELETE", runCustomCode).when(isCustomCode),  // A21
      // Users and sessions: login (A19.2), refresh (A19.3) and others
      .post("{schema}/accessToken", "Login", login).when(isUserSchema).allowingAnonymous(),
      .get("{schema}/accessToken", "Login by query", login).when(isUserSchema).allowingAnonymous(),
      .post("{schema}/refreshToken", "Refresh", refresh).when(isUserSchema).allowingAnonymous(),
      .get("{schema}/loggedInUser", "Who am I", loggedInUser).when(isUserSchema),  // A19.4
      .get("{schema}/logout", "Logout", logout).when(isUserSchema),  // A19.5
      .get("{schema}/login", "OAuth1 login", oauth1Login).when(isUserSchema),  // A19.6
      .post("{schema}/resetPassword", "Change password", resetPassword).when(isUserSchema),
      .post("{schema}/forgotPassword", "Forgot password", forgotPassword).when(isUserSchema),
      .get("{schema}/forgotPassword", "Forgot password by query", forgotPassword)
        .when(isUserSchema),  // A19.8
      // Facebook
      .post(
        "{schema}/createUserWithFacebook", "Create with Facebook", createUser(with: .facebook)
      ).when(isUserSchema),  // A20
      .get(
        "{schema}/createUserWithFacebook", "Create with Facebook by query",
        createUser(with: .facebook)
      ).when(isUserSchema),  // A20, D11
      .post(
        "{schema}/facebookAccessToken", "Login with Facebook", socialLogin(with: .facebook)
      ).when(isUserSchema).allowingAnonymous(),  // A20
      .post(
        "{schema}/facebookAccessTokenWithCreate", "Login or create with Facebook",
        socialLogin(with: .facebook, creating: true)
      ).when(isUserSchema).allowingAnonymous(),  // A20
      .get("{schema}/linkUserWithFacebook", "Link with Facebook", linkUser(with: .facebook))
        .when(isUserSchema),  // A20
      .delete(
        "{schema}/unlinkUserFromFacebook", "Unlink from Facebook", unlinkUser(from: .facebook)
      ).when(isUserSchema),  // A20
      .get("{schema}/getFacebookUserInfo", "Facebook info", socialInfo(about: .facebook))
        .when(isUserSchema),  // A20
      .get(
        "{schema}/postFacebookMessage", "Post to Facebook",
        postStatus(to: .facebook, parameter: "message")
      ).when(isUserSchema),  // A20
      .get(
        "{schema}/facebookLogin", "OAuth1 login with Facebook",
        oauth1SocialLogin(with: .facebook)
      ).when(isUserSchema),  // A19.6
      // Twitter
      .post("{schema}/createUserWithTwitter", "Create with Twitter", createUser(with: .twitter))
        .when(isUserSchema),  // A20
      .get(
        "{schema}/createUserWithTwitter", "Create with Twitter by query",
        createUser(with: .twitter)
      ).when(isUserSchema),  // A20, D11
      .post("{schema}/twitterAccessToken", "Login with Twitter", socialLogin(with: .twitter))
        .when(isUserSchema).allowingAnonymous(),  // A20
      .post(
        "{schema}/twitterLogin", "Login with Twitter by its old name", socialLogin(with: .twitter)
      ).when(isUserSchema).allowingAnonymous(),  // A20
      .post(
        "{schema}/twitterAccessTokenWithCreate", "Login or create with Twitter",
        socialLogin(with: .twitter, creating: true)
      ).when(isUserSchema).allowingAnonymous(),  // A20
      .get("{schema}/linkUserWithTwitter", "Link with Twitter", linkUser(with: .twitter))
        .when(isUserSchema),  // A20
      .delete("{schema}/unlinkUserFromTwitter", "Unlink from Twitter", unlinkUser(from: .twitter))
        .when(isUserSchema),  // A20
      .get("{schema}/getTwitterUserInfo", "Twitter info", socialInfo(about: .twitter))
        .when(isUserSchema),  // A20
      .get(
        "{schema}/twitterStatusUpdate", "Post to Twitter",
        postStatus(to: .twitter, parameter: "tw_st")
      ).when(isUserSchema),  // A20
      .get("{schema}/twitterlogin", "OAuth1 login with Twitter", oauth1SocialLogin(with: .twitter))
        .when(isUserSchema),  // A19.6
      // Gigya
      .post(
        "{schema}/gigyaAccessToken", "Login with Gigya", socialLogin(with: .gigya, creating: true)
      ).when(isUserSchema).allowingAnonymous(),  // A20
      .post(
        "{schema}/linkUserWithGigya", "Link with Gigya",
        linkUser(with: .gigya, refusal: .gigyaRefused)
      ).when(isUserSchema),  // A20
      .get(
        "{schema}/linkUserWithGigya", "Link with Gigya by query",
        linkUser(with: .gigya, refusal: .gigyaRefused)
      ).when(isUserSchema),  // A20, D25
      .delete("{schema}/unlinkUserFromGigya", "Unlink from Gigya", unlinkUser(from: .gigya))
        .when(isUserSchema),  // A20
      // Datastore
      .post("{schema}", "Create", createObject),  // A7, A8, A16
      .get("{schema}", "Query", listObjects),  // A10
      .get("{schema}/{id}", "Read one", readObject),  // A9
      .put("{schema}/{id}", "Update", updateObject),  // A11
      .put("{schema}", "Update by the id in the body", updateNamedObject),  // A11
      .delete("{schema}/{id}", "Delete", deleteObject),  // A12
      .delete("{schema}", "Delete by query", deleteObjects),  // A12
      // Arrays and relationships
      .post("{schema}/{id}/{field}", "Create and append related objects", createRelated),  // A15.1
      .put("{schema}/{id}/{field}", "Append values or ids", appendValues),  // A15.2
      .delete("{schema}/{id}/{field}/{values}", "Remove values or ids", removeValues),  // A15.3
    ], ignoresCase: true, reservesNames: true)

  @Sendable private static func isUserSchema(_ captures: Captures, _ state: StackMobState) -> Bool {
    state.schema(captures["schema"] ?? "")?.isUserSchema ?? false
  }

  @Sendable private static func isCustomCode(_ captures: Captures, _ state: StackMobState) -> Bool {
    state.customCodeName(captures["method"] ?? "") != nil
  }
}

extension StackMobBackend {
  /// Returns the refusal of a request for a reserved method of a user schema, such as `login`, by
  /// an HTTP method that it does not have; `nil` for any other request.
  static func reservedMethodRefusal(
    _ target: RequestTarget, _ state: StackMobState
  ) -> Fault? {
    let segments = target.rawPath.parts(at: "/")
    guard segments.count > 1, state.schema(segments[0])?.isUserSchema == true else { return nil }
    let pattern = "/{schema}/\(segments[1])".lowercased()
    let verbs = routes.summaries.filter { $0.pattern.lowercased() == pattern }.map(\.method)
    guard !verbs.isEmpty, segments[1].utf8.first != UInt8(ascii: "{") else { return nil }
    return Fault.verbNotAllowed.withReason(
      "\(segments[1]) is a method of the user schema \(segments[0]), not an object's id; use "
        + verbs.joined(separator: " or "), section: "A25")
  }
}

/// The routes of StackMob's push API, which had its own host: `push.stackmob.com` (A22).
extension StackMobBackend {
  static let pushRoutes = RouteTable<StackMobState>(
    [
      // Universal calls
      .post("register_device_token_universal", "Register a device", registerDeviceToken),  // A22.1
      .post("push_broadcast_universal", "Push to all", pushBroadcast),  // A22.1
      .post("push_users_universal", "Push to users", pushUsers),  // A22.1
      .post("push_tokens_universal", "Push to devices", pushTokens),  // A22.1
      .get("get_tokens_for_users_universal", "Devices of users", tokensForUsers),  // A22.1
      .post("remove_token_universal", "Remove a device", removeToken),  // A22.1
      // REST calls
      .post("tokens/{type}/{token}", "Register a token", registerToken),  // A22.2
      .put("tokens/{type}/{token}", "Register a token anew", replaceToken),  // A22.2
      .get("tokens", "Tokens of users", listTokens),  // A22.2
      .delete("tokens/{type}/{token}", "Remove a token", deleteToken),  // A22.2
      .post("notifications", "Send a notification", sendNotification),  // A22.2
      .get("expired_tokens", "Expired tokens", expiredTokens),  // A22.2
    ], ignoresCase: true)

  /// Returns the route table that serves a request.
  ///
  /// The push API serves requests to its own host or its old address, requests that are signed with
  /// OAuth1, and paths that only the push API has. All other requests go to the REST API, including
  /// those for schemas named `tokens`, `notifications` or `expired_tokens`.
  static func table(
    for request: Request, _ path: RoutedPath, as method: String, in state: StackMobState
  ) -> RouteTable<StackMobState> {
    switch path.api {
    case .rest: return routes
    case .push: return pushRoutes
    case .any: break
    }
    guard isForPush(request), pushRoutes.match(method, request.target, in: state) != nil else {
      return routes
    }
    return pushRoutes
  }

  private static func isForPush(_ request: Request) -> Bool {
    let authority = request.authority.utf8
    if authority.first == UInt8(ascii: "p"), authority.starts(with: "push.".utf8) { return true }
    if request.target.pathEnds(with: "_universal") { return true }
    return request.value(of: .authorization).map { Authentication.isOf("oauth", $0) } ?? false
  }
}
