import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors

import StackMob

/// Scenarios for custom code, push and files.
extension Scenario {
  private static func code(_ name: String, _ configuration: JSONObject) -> Given {
    var parameters = configuration
    parameters["name"] = .string(name)
    return Given("custom code exists", parameters)
  }

  private static func hello(_ body: String) -> JSON {
    [
      "status": 200, "type": "application/json",
      "body": ["msg": "Hello, world!", "body": .string(body)],
    ]
  }

  private static func perform(
    _ request: SMCustomCodeRequest, on device: Device
  ) async throws -> JSON {
    try SDKValue.answer(await device.store.perform(request))
  }

  static let customCode = [
    Scenario(
      "Performing Custom Code Requests", given: [code("hello", ["fixture": "greeting"])],
      expects: [hello(""), hello(#"{"a":1}"#), hello("x"), hello("")]
    ) { device in
      [
        try await perform(SMCustomCodeRequest(getRequestWithMethod: "hello"), on: device),
        try await perform(
          SMCustomCodeRequest(postRequestWithMethod: "hello", body: #"{"a":1}"#), on: device),
        try await perform(
          SMCustomCodeRequest(putRequestWithMethod: "hello", body: "x"), on: device),
        try await perform(SMCustomCodeRequest(deleteRequestWithMethod: "hello"), on: device),
      ]
    },
    Scenario(
      "Custom Code with Parameters", given: [code("sum", ["fixture": "params"])],
      expects: [
        "status": 200, "type": "application/json",
        "body": ["param1": "a/b&c", "param2": "\u{e9}", "body": ""],
      ]
    ) { device in
      let request = SMCustomCodeRequest(getRequestWithMethod: "sum")
      request.addQueryStringParameterWhere("param1", equals: "a/b&c")
      request.addQueryStringParameterWhere("param2", equals: "\u{e9}")
      return try await perform(request, on: device)
    },
    Scenario(
      "Setting Response Content Types",
      given: [
        code("text", ["text": "short and stout", "contentType": "text/plain"]),
        code("bytes", ["base64": "AAH/", "contentType": "image/png"]),
      ],
      expects: [
        ["status": 200, "type": "text/plain", "body": "short and stout"],
        ["status": 200, "type": "image/png", "body": ["bytes": [0, 1, 255]]],
      ]
    ) { device in
      let picture = SMCustomCodeRequest(getRequestWithMethod: "bytes")
      picture.responseContentType = "image/png"
      return [
        try await perform(SMCustomCodeRequest(getRequestWithMethod: "text"), on: device),
        try await perform(picture, on: device),
      ]
    },
    Scenario(
      "Custom Code that Fails", given: [code("tea", ["status": 418, "json": ["error": "tea"]])],
      expects: [
        "domain": "AFNetworkingErrorDomain", "code": -1011,
        "info": [
          "AFNetworkingOperationFailingURLResponseErrorKey": 418,
          "NSLocalizedDescription": "Expected status code in (200-299), got 418",
          "NSLocalizedRecoverySuggestion": #"{"error":"tea"}"#,
        ],
      ]
    ) { device in
      await SDKValue.failure {
        _ = try await perform(SMCustomCodeRequest(getRequestWithMethod: "tea"), on: device)
      }
    },
    Scenario(
      "Custom Code that Has to Start",
      given: [code("hello", ["fixture": "greeting", "startSeconds": 60])], expects: hello("")
    ) { device in
      async let answer = perform(SMCustomCodeRequest(getRequestWithMethod: "hello"), on: device)
      await device.clock.waitForSleeper()
      try device.pass(60)
      await device.clock.wakeNext()
      return try await answer
    },
    Scenario(
      "Custom Code that Knows the User", given: [.jack, code("whoami", ["fixture": "user"])],
      expects: ["status": 200, "type": "application/json", "body": ["msg": "jack"]]
    ) { device in
      try await device.logIn()
      return try await perform(SMCustomCodeRequest(getRequestWithMethod: "whoami"), on: device)
    },
  ]

  private static let phone = String(repeating: "0a", count: 32)

  /// The scenarios that use the private key and can be played in any call style.
  package static let pushes = [
    Scenario(
      "Registering the Device",
      expects: [
        [
          "jack": [
            ["token": .string(phone), "type": "ios", "registered": .integer(TestStage.opening)]
          ], "jill": [],
        ],
        refused(409, ["error": "This push token is already registered"], domain: "SMError"),
        ["jack": []],
      ]
    ) { device in
      let push = device.push
      try await push.registerDeviceToken(phone, withUser: "jack")
      let tokens = SDKValue.tokens(try await push.getTokensForUsers(["jack", "jill"]))
      let taken = await SDKValue.failure {
        try await push.registerDeviceToken(phone, withUser: "jill", overwrite: false)
      }
      try await push.deleteToken(phone)
      return [tokens, taken, SDKValue.tokens(try await push.getTokensForUsers(["jack"]))]
    },
    Scenario(
      "Broadcasting and Sending Messages",
      expects: refused(400, ["error": "Invalid push token"], domain: "SMError")
    ) { device in
      let push = device.push
      let tablet = SMPushToken(string: "tablet-1", type: TOKEN_TYPE_ANDROID_GCM)
      try await push.registerDeviceToken(tablet, withUser: "jack")
      try await push.broadcastMessage(["alert": "hi", "badge": 2])
      try await push.sendMessage(["alert": "hi"], toUsers: ["jack"])
      try await push.sendMessage(["alert": "hi"], toTokens: [tablet, phone])
      return await SDKValue.failure { try await push.deleteToken("0a") }
    },
  ]

  private static let address =
    "http://api.stackmob.com/_s3/ghostlight-development/photo/1/pic/a.png"

  static let files = [
    Scenario(
      "Saving Binary Data", given: [.schema("photo", ["pic": "binary"])],
      expects: [
        stored(["photo_id": "1", "pic": .string(address)]), true,
        ["status": 200, "type": "image/png", "bytes": [137, 80, 78, 71]],
      ]
    ) { device in
      let picture = SMBinaryDataConversion.string(
        forBinaryData: Data([137, 80, 78, 71]), name: "a.png", contentType: "image/png")
      let object = try await device.store.createObject(
        ["photo_id": "1", "pic": picture], inSchema: "photo")
      let url = object["pic"] as? String ?? ""
      let file = try await device.load(url)
      return [
        try SDKValue.value(object), .bool(SMBinaryDataConversion.stringContainsURL(url)),
        [
          "status": .integer(Int64(file.status.code)),
          "type": file.headers[.contentType].map(JSON.string) ?? .null,
          "bytes": .array(file.body.map { .integer(Int64($0)) }),
        ],
      ]
    }
  ]
}
