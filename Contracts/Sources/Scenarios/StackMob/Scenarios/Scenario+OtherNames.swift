import Dispatch
import Foundation
import GhostlightCore
import TestExecutors

import StackMob

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Scenarios for the shorter forms of calls that the SDK offers in several forms.
extension Scenario {
  /// The scenarios that use blocks, and the scenarios whose calls have only one form.
  package static let blocks = callbacks + otherNames + reachability

  private static let otherNames = [
    Scenario(
      "Blocks: tokens by the session", given: [.jack],
      expects: [jackHimself, jackHimself, jackHimself, jackHimself]
    ) { device in
      let session = device.sdk.session
      return [
        await result {
          session.doTokenRequest(
            withEndpoint: "accessToken",
            credentials: ["username": "jack", "password": "first-password"], onSuccess: $0,
            onFailure: $1)
        },
        await result { session.refreshToken(onSuccess: $0, onFailure: $1) },
        await result {
          session.refreshToken(
            withSuccessCallbackQueue: .main, failureCallbackQueue: .main, onSuccess: $0,
            onFailure: $1)
        },
        try SDKValue.value(await session.refreshToken()),
      ]
    },
    Scenario(
      "Blocks: an account of Facebook", given: [valid("facebook", "facebook-token-1")],
      expects: [
        user("fay"), info,
        refused(400, ["error": "This Facebook account is already linked to a user"]),
      ]
    ) { device in
      let client = device.sdk
      let token = "facebook-token-1"
      return [
        try SDKValue.value(await client.createUser(withFacebookToken: token, username: "fay")),
        await result { success, failure in
          client.login(
            withFacebookToken: token,
            onSuccess: { _ in
              client.getLoggedInUserFacebookInfoWith(onSuccess: success, onFailure: failure)
            }, onFailure: failure)
        },
        await result { client.createUser(withFacebook: token, onSuccess: $0, onFailure: $1) },
      ]
    },
    Scenario(
      "Blocks: an account of Twitter", given: [valid("twitter", "twitter-token-1")],
      expects: [user("tim"), info]
    ) { device in
      let client = device.sdk
      let (token, secret) = ("twitter-token-1", "twitter-secret-1")
      return [
        try SDKValue.value(
          await client.createUser(
            withTwitterToken: token, twitterSecret: secret, username: "tim")),
        await result { success, failure in
          client.login(
            withTwitterToken: token, twitterSecret: secret,
            onSuccess: { _ in
              client.getLoggedInUserTwitterInfoWith(onSuccess: success, onFailure: failure)
            }, onFailure: failure)
        },
      ]
    },
    Scenario(
      "Blocks: custom code, and the same once more",
      given: [
        Given("custom code exists", ["name": "tea", "text": "tea", "contentType": "text/plain"])
      ],
      expects: [
        ["status": 200, "type": "text/plain", "body": "tea"],
        ["status": 200, "type": "text/plain", "body": "tea"],
      ]
    ) { device in
      let (store, host) = (device.sdk.dataStore(), device.host)
      let request = SMCustomCodeRequest(getRequestWithMethod: "tea")
      return [
        await answer { store.performCustomCodeRequest(request, onSuccess: $0, onFailure: $1) },
        await answer { onSuccess, onFailure in
          var again = URL(string: "http://\(host)/tea").map { URLRequest(url: $0) }
          again?.setValue(
            "application/vnd.stackmob+json; version=0", forHTTPHeaderField: "Accept")
          store.retryCustomCodeRequest(again, onSuccess: onSuccess, onFailure: onFailure)
        },
      ]
    },
  ]

  /// Waits for the value that a call passes to its success or failure block.
  private static func result(
    _ start: (_ success: @escaping SMResultSuccessBlock, _ failure: @escaping SMFailureBlock)
      -> Void
  ) async -> JSON {
    await SDKValue.block { receive in
      start({ receive((try? SDKValue.value($0)) ?? .null) }, { receive(SDKValue.error($0)) })
    }
  }

  /// Waits for the response that a custom code call passes to its success or failure block.
  private static func answer(
    _ start: (
      _ success: @escaping SMFullResponseSuccessBlock,
      _ failure: @escaping SMFullResponseFailureBlock
    ) -> Void
  ) async -> JSON {
    await SDKValue.block { receive in
      start(
        { _, response, body in
          receive((try? SDKValue.answer((response: response, body: body))) ?? .null)
        }, { _, _, error, _ in receive(SDKValue.error(error)) })
    }
  }
}
