import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

extension RefusalRow {
  /// The refusals of all services except the data store.
  static let services =
    permissions + headers
    + [
      RefusalRow(
        .badBinary, "PUT", "/todo/1", #"{"title":"y","pic":"Content-Type: image/png"}"#,
        message: "Field pic holds a malformed binary value"),
      RefusalRow(
        .fileMissing, "GET", "/_s3/ghostlight-development/todo/1/pic/b.txt",
        message: "This file does not exist"),
      RefusalRow(
        .customCodeStarting, "GET", "/sleepy",
        message:
          "Your custom code instance has been scheduled for start, and should be ready shortly"),
      RefusalRow(.customCodeFailed, "PUT", "/far", message: "Custom code far failed"),
    ] + social + push

  private static let permissions = [
    RefusalRow(.verbNotAllowed, "POST", "/vault", #"{"fresh":1}"#, message: "Invalid HTTP method")
  ]

  private static let headers = [
    RefusalRow(
      .badRelations, "POST", "/todo", #"{"fresh":1}"#, headers: ["X-StackMob-Relations": "a.b"],
      message: "Malformed X-StackMob-Relations header"),
    RefusalRow(
      .badFieldTypes, "POST", "/todo", #"{"fresh":1}"#,
      headers: ["X-StackMob-FieldTypes": "a=date"],
      message: "Malformed X-StackMob-FieldTypes header"),
  ]

  private static let social = [
    RefusalRow(
      .socialTokenRefused, "POST", "/user/createUserWithFacebook", #"{"fb_at":"invalid-1"}"#,
      message: "Facebook does not accept the token"),
    RefusalRow(
      .gigyaRefused, .error(401, "Gigya does not accept the signature")
    ) { world in
      world.app.request("POST", "/user/linkUserWithGigya", #"{"gigya_uid":"x"}"#)
        .signed(with: world.tokens.credentials)
    },
    RefusalRow(
      .alreadyLinked, "GET", "/user/createUserWithTwitter?tw_tk=tw-jack&tw_ts=s",
      message: "This Twitter account is already linked to a user"),
    RefusalRow(
      .userNameTaken, "POST", "/user/createUserWithFacebook", #"{"fb_at":"t","username":"jack"}"#,
      message: "User jack already exists"),
    RefusalRow(
      .socialLoginFailed,
      Reply(
        401,
        #"{"error":"access_denied","#
          + #""error_description":"The account is not accepted, or linked to no user."}"#)
    ) { world in
      world.app.request("POST", "/user/facebookAccessToken", "fb_at=t&token_type=mac")
    },
    RefusalRow(
      .notLinked, .error(404, "User jill is not linked with Facebook")
    ) { world in
      world.app.request("DELETE", "/user/unlinkUserFromFacebook")
        .signed(with: world.jill.credentials)
    },
  ]

  private static let push = [
    RefusalRow(.badPushToken, .error(400, "Invalid push token")) { world in
      world.app.request("POST", "/tokens/ios/0a", #"{"user":"jack"}"#).signed(with: world.app.keys)
    },
    RefusalRow(.pushTokenTaken, .error(409, "This push token is already registered")) { world in
      world.app.request("POST", "/tokens/iOS/\(World.device.uppercased())", #"{"user":"bo"}"#)
        .signed(with: world.app.keys)
    },
  ]
}
