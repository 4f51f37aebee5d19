import GhostlightContracts
import GhostlightCore

/// Promises about push devices and messages, by the SDKs' routes and the manual's.
enum Push {
  static let pact = Pact.stackMob {
    universal
    plain
    registered
    refusals
  }

  private static let phone = String(repeating: "0a", count: 32)
  private static let device: Example = ["type": "ios", "token": "\(phone)"]
  private static let message: Example = ["alert": "hello", "badge": 1]

  /// Returns an interaction whose request is signed with the private key, like all push requests.
  private static func call(
    _ description: String, _ section: String, given states: [GivenState] = [],
    _ request: PactRequest, _ target: String, _ answer: Example = [:], route: String,
    whole: [String] = ["$"], _ evidence: Evidence...
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference(section), .guide("Push Notifications")] + evidence,
      given: states + [.privateKey(toSend: request.method, target)], request.signed(),
      .status(200, json: answer), route: route, whole: whole)
  }

  @InteractionBuilder private static var universal: [Interaction] {
    let register = "/register_device_token_universal"
    call(
      "a device is registered", "A22.1",
      .post("\(register)", json: ["userId": "jack", "token": device, "overwrite": true]), register,
      route: "Register a device", .sdk("SMPushClient.m"))
    call(
      "a message goes to all devices", "A22.1",
      .post("/push_broadcast_universal", json: ["kvPairs": message]),
      "/push_broadcast_universal", route: "Push to all", .sdk("SMPushClient.m"))
    call(
      "a message goes to users", "A22.1",
      .post("/push_users_universal", json: ["kvPairs": message, "userIds": ["jack", "jill"]]),
      "/push_users_universal", route: "Push to users", .sdk("SMPushClient.m"))
    call(
      "a message goes to devices", "A22.1",
      .post(
        "/push_tokens_universal",
        json: ["payload": ["kvPairs": message], "tokens": [device]]),
      "/push_tokens_universal", route: "Push to devices", .sdk("SMPushClient.m"))
    call(
      "the devices of users who have none are listed", "A22.1",
      .get("/get_tokens_for_users_universal", query: ["userIds": "jack,jill"]),
      "/get_tokens_for_users_universal?userIds=jack%2Cjill",
      ["tokens": ["jack": [], "jill": []]], route: "Devices of users", .sdk("SMPushClient.m"))
    call(
      "a device is removed whether it is there or not", "A22.1",
      .post("/remove_token_universal", json: device), "/remove_token_universal",
      route: "Remove a device", .sdk("SMPushClient.m"))
  }

  @InteractionBuilder private static var plain: [Interaction] {
    let target = "/tokens/androidgcm/abc"
    call(
      "a token is registered", "A22.2", .post("\(target)", json: ["user": "jack"]), target,
      route: "Register a token", .sdk("StackMobPush.java"), .decision("D23"))
    call(
      "a registered token gets another user", "A22.2",
      .put("\(target)", json: ["user": "jill"]), target, route: "Register a token anew",
      .sdk("StackMobPush.java"))
    call(
      "the tokens of users are listed", "A22.2", .get("/tokens", query: ["user": "jack"]),
      "/tokens?user=jack", ["tokens": ["jack": []]], route: "Tokens of users")
    call(
      "a token is removed", "A22.2", .delete("\(target)"), target, route: "Remove a token")
    call(
      "a notification is sent", "A22.2",
      .post("/notifications", json: ["payload": ["message": "hello"], "users": ["jack"]]),
      "/notifications", route: "Send a notification")
    Interaction.step(
      "no tokens have expired", [.protocolReference("A22.2")],
      given: [.privateKey(toSend: "GET", "/expired_tokens")],
      PactRequest.get("/expired_tokens").signed(), .status(200, json: []),
      route: "Expired tokens", whole: [])
  }

  /// Returns a registered device as a list contains it; its token may be any string.
  private static func listed(_ type: String, _ token: String) -> Example {
    [
      "token": .regex("^[-0-9A-Za-z_]+$", token), "type": "\(type)",
      "registered_milliseconds": Sample.anyDate,
    ]
  }

  @InteractionBuilder private static var registered: [Interaction] {
    let devices: [GivenState] = [
      .device("ios", phone, of: "jack"), .device("androidgcm", "abc", of: "jack"),
      .device("android", "def", of: "jill"),
    ]
    let listing: Example = [
      "tokens": [
        "jack": [listed("ios", phone), listed("androidgcm", "abc")],
        "jill": [listed("android", "def")],
      ]
    ]
    let whole = ["$", "$.tokens", "$.tokens.jack[*]", "$.tokens.jill[*]"]
    call(
      "the devices of users are listed in the order of registration", "A22.1", given: devices,
      .get("/get_tokens_for_users_universal", query: ["userIds": "jack,jill"]),
      "/get_tokens_for_users_universal?userIds=jack%2Cjill", listing, route: "Devices of users",
      whole: whole, .sdk("SMPushClient.m"))
    call(
      "the tokens of users are listed in the order of registration", "A22.2", given: devices,
      .get("/tokens", query: ["user": ["jack", "jill"]]), "/tokens?user=jack&user=jill", listing,
      route: "Tokens of users", whole: whole)
    call(
      "a device that is registered goes to another user", "A22.2", given: devices,
      .put("/tokens/androidgcm/abc", json: ["user": "jill"]), "/tokens/androidgcm/abc",
      route: "Register a token anew", .sdk("StackMobPush.java"))
    call(
      "a token that has expired is listed", "A22.2",
      given: devices + [.state("push token expired", ["type": "ios", "token": .string(phone)])],
      .get("/expired_tokens"), "/expired_tokens", [listed("ios", phone)], route: "Expired tokens",
      whole: ["$[*]"])
    for (request, target, route, evidence) in [
      (
        PactRequest.post(
          "/register_device_token_universal",
          json: ["userId": "jill", "token": device, "overwrite": false]),
        "/register_device_token_universal", "Register a device",
        [Evidence.suite("SMPushClientIntegrationSpec.m")]
      ),
      (
        .post("/tokens/androidgcm/abc", json: ["user": "jill"]), "/tokens/androidgcm/abc",
        "Register a token", []
      ),
    ] {
      Interaction.refusal(
        "a registered token is refused: \(route)",
        [.protocolReference("A22"), .decision("D24")] + evidence,
        given: devices + [.privateKey(toSend: "POST", target)], request.signed(), 409,
        "This push token is already registered", fault: "push token registered already",
        route: route)
    }
  }

  /// The evidence that an invalid device token is refused.
  ///
  /// The SDK's test suite does not show the status, so the status is a decision.
  private static let bad: [Evidence] = [
    .protocolReference("A22"), .suite("SMPushClientIntegrationSpec.m"), .decision("D24"),
  ]

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "a push call without the private key is refused",
      [.protocolReference("A22"), .protocolReference("A5")],
      .post("/push_broadcast_universal", json: ["kvPairs": message]), 401,
      "Insufficient authorization", fault: "not logged in or not entitled",
      route: "Push to all")
    Interaction.refusal(
      "an invalid token is not removed", bad,
      given: [.privateKey(toSend: "POST", "/remove_token_universal")],
      PactRequest.post("/remove_token_universal", json: ["type": "ios", "token": "0a"]).signed(),
      400, "Invalid push token", fault: "bad push token", route: "Remove a device")
    Interaction.refusal(
      "an invalid token is refused", bad,
      given: [.privateKey(toSend: "POST", "/tokens/ios/0a")],
      PactRequest.post("/tokens/ios/0a", json: ["user": "jack"]).signed(), 400,
      "Invalid push token", fault: "bad push token", route: "Register a token")
  }
}
