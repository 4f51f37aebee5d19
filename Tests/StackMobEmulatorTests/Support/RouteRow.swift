import GhostlightCore
import Testing

/// A request that one route serves.
struct RouteRow: Sendable, CustomTestStringConvertible {
  /// The user or key that signs a request.
  enum Signer { case nobody, jack, privateKey }

  let title: String
  let method: String
  let target: String
  let body: String
  let signer: Signer

  var testDescription: String { title }

  init(
    _ title: String, _ method: String, _ target: String, _ body: String = "",
    signer: Signer = .nobody
  ) {
    (self.title, self.method, self.target) = (title, method, target)
    (self.body, self.signer) = (body, signer)
  }

  func request(_ world: World) -> Request {
    let form = body.replacing("{refresh}", with: world.tokens.refresh)
    let request = world.app.request(method, target, form)
    switch signer {
    case .nobody: return request
    case .jack: return request.signed(with: world.tokens.credentials)
    case .privateKey: return request.signed(with: world.app.keys)
    }
  }

  static let all = rest + push

  private static let rest = [
    RouteRow("Preflight of the root", "OPTIONS", "/"),
    RouteRow("Preflight", "OPTIONS", "/todo/1"),
    RouteRow("Availability", "GET", "/"),
    RouteRow("File", "GET", "/_s3/ghostlight-development/todo/1/pic/a.txt"),
    RouteRow("List the schemas", "GET", "/listapi"),
    RouteRow("List the schemas by POST", "POST", "/listapi"),
    RouteRow("Custom code by GET", "GET", "/hello"),
    RouteRow("Custom code by POST", "POST", "/hello", "x"),
    RouteRow("Custom code by PUT", "PUT", "/HELLO", "x"),
    RouteRow("Custom code by DELETE", "DELETE", "/hello?a=1"),
    RouteRow("Login", "POST", "/user/accessToken", "username=jack&password=pw"),
    RouteRow("Login by query", "GET", "/user/accessToken?username=jack&password=pw"),
    RouteRow("Refresh", "POST", "/user/refreshToken", "refresh_token={refresh}"),
    RouteRow("Who am I", "GET", "/user/loggedInUser", signer: .jack),
    RouteRow("Logout", "GET", "/user/logout", signer: .jack),
    RouteRow("OAuth1 login", "GET", "/user/login?username=jack&password=pw", signer: .privateKey),
    RouteRow(
      "Change password", "POST", "/user/resetPassword",
      #"{"old":{"password":"pw"},"new":{"password":"x"}}"#, signer: .jack),
    RouteRow("Forgot password", "POST", "/user/forgotPassword", #"{"username":"jack"}"#),
    RouteRow("Forgot password by query", "GET", "/user/forgotPassword?username=jack"),
    RouteRow("Create with Facebook", "POST", "/user/createUserWithFacebook", #"{"fb_at":"t"}"#),
    RouteRow("Create with Facebook by query", "GET", "/user/createUserWithFacebook?fb_at=t"),
    RouteRow("Login with Facebook", "POST", "/user/facebookAccessToken", "fb_at=fb-jack"),
    RouteRow(
      "Login or create with Facebook", "POST", "/user/facebookAccessTokenWithCreate", "fb_at=t"),
    RouteRow(
      "Link with Facebook", "GET", "/user/linkUserWithFacebook?fb_at=t", signer: .jack),
    RouteRow("Unlink from Facebook", "DELETE", "/user/unlinkUserFromFacebook", signer: .jack),
    RouteRow("Facebook info", "GET", "/user/getFacebookUserInfo", signer: .jack),
    RouteRow("Post to Facebook", "GET", "/user/postFacebookMessage?message=m", signer: .jack),
    RouteRow(
      "OAuth1 login with Facebook", "GET", "/user/facebookLogin?fb_at=fb-jack",
      signer: .privateKey),
    RouteRow(
      "Create with Twitter", "POST", "/user/createUserWithTwitter",
      #"{"tw_tk":"t","tw_ts":"s","username":"tweety"}"#),
    RouteRow(
      "Create with Twitter by query", "GET", "/user/createUserWithTwitter?tw_tk=t&tw_ts=s"),
    RouteRow(
      "Login with Twitter", "POST", "/user/twitterAccessToken", "tw_tk=tw-jack&tw_ts=s"),
    RouteRow(
      "Login with Twitter by its old name", "POST", "/user/twitterLogin", "tw_tk=tw-jack&tw_ts=s"),
    RouteRow(
      "Login or create with Twitter", "POST", "/user/twitterAccessTokenWithCreate",
      "tw_tk=t&tw_ts=s&username=tweety"),
    RouteRow(
      "Link with Twitter", "GET", "/user/linkUserWithTwitter?tw_tk=t&tw_ts=s", signer: .jack),
    RouteRow("Unlink from Twitter", "DELETE", "/user/unlinkUserFromTwitter", signer: .jack),
    RouteRow("Twitter info", "GET", "/user/getTwitterUserInfo", signer: .jack),
    RouteRow("Post to Twitter", "GET", "/user/twitterStatusUpdate?tw_st=m", signer: .jack),
    RouteRow(
      "OAuth1 login with Twitter", "GET", "/user/twitterlogin?tw_tk=tw-jack&tw_ts=s",
      signer: .privateKey),
    RouteRow(
      "Login with Gigya", "POST", "/user/gigyaAccessToken",
      "gigya_uid=gg&gigya_ts=1&gigya_sig=s&token_type=mac"),
    RouteRow(
      "Link with Gigya", "POST", "/user/linkUserWithGigya",
      #"{"gigya_uid":"gg","gigya_ts":"1","gigya_sig":"s"}"#, signer: .jack),
    RouteRow(
      "Link with Gigya by query", "GET",
      "/user/linkUserWithGigya?gigya_uid=gg&gigya_ts=1&gigya_sig=s", signer: .jack),
    RouteRow("Unlink from Gigya", "DELETE", "/user/unlinkUserFromGigya", signer: .jack),
    RouteRow("Create", "POST", "/todo", #"{"title":"y"}"#),
    RouteRow("Query", "GET", "/todo?title=x&at[near]=1,2"),
    RouteRow("Read one", "GET", "/todo/1"),
    RouteRow("Update", "PUT", "/todo/1", #"{"title":"y","n[inc]":1}"#),
    RouteRow("Update by the id in the body", "PUT", "/todo", #"{"todo_id":"1"}"#),
    RouteRow("Delete", "DELETE", "/todo/1"),
    RouteRow("Delete by query", "DELETE", "/todo?[or1].n=2&[or1].[and1].title[in]=a,b"),
    RouteRow("Create and append related objects", "POST", "/user/jack/friends", "[{}]"),
    RouteRow("Append values or ids", "PUT", "/todo/1/tags", #"["b"]"#),
    RouteRow("Remove values or ids", "DELETE", "/todo/1/tags/a,b"),
  ]

  private static let push = [
    RouteRow(
      "Register a device", "POST", "/register_device_token_universal",
      #"{"userId":"bo","token":{"token":"g1","type":"androidGCM"}}"#, signer: .privateKey),
    RouteRow(
      "Push to all", "POST", "/push_broadcast_universal", #"{"kvPairs":{"alert":"a"}}"#,
      signer: .privateKey),
    RouteRow(
      "Push to users", "POST", "/push_users_universal",
      #"{"kvPairs":{"alert":"a"},"userIds":["jack"]}"#, signer: .privateKey),
    RouteRow(
      "Push to devices", "POST", "/push_tokens_universal",
      #"{"tokens":[{"token":"t","type":"android"}],"payload":{"kvPairs":{"alert":"a"}}}"#,
      signer: .privateKey),
    RouteRow(
      "Devices of users", "GET", "/get_tokens_for_users_universal?userIds=jack,bo",
      signer: .privateKey),
    RouteRow(
      "Remove a device", "POST", "/remove_token_universal", #"{"token":"t2","type":"android"}"#,
      signer: .privateKey),
    RouteRow(
      "Register a token", "POST", "/tokens/android/t", #"{"user":"bo"}"#, signer: .privateKey),
    RouteRow(
      "Register a token anew", "PUT", "/tokens/android/t2", #"{"user":"bo"}"#, signer: .privateKey),
    RouteRow("Tokens of users", "GET", "/tokens?user=jack&user=bo", signer: .privateKey),
    RouteRow("Remove a token", "DELETE", "/tokens/android/t2", signer: .privateKey),
    RouteRow(
      "Send a notification", "POST", "/notifications", #"{"payload":{"message":"m"}}"#,
      signer: .privateKey),
    RouteRow("Expired tokens", "GET", "/expired_tokens?clear=true", signer: .privateKey),
  ]
}
