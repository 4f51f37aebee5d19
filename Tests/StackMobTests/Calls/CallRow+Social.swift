import Foundation
import GhostlightCore

@testable import StackMob

/// The calls of a client about Facebook, Twitter and Gigya.
extension CallRow {
  private static let user = "https://127.0.0.1:8080/user"
  private static let plain = "http://127.0.0.1:8080/user"
  private static let gigya = ["UID": "u", "UIDSignature": "s", "signatureTimestamp": "1"]
  private static let gigyaForm = "gigya_uid=u&gigya_ts=1&gigya_sig=s"
  private static let gigyaBody = #"{"gigya_uid":"u","gigya_ts":"1","gigya_sig":"s"}"#

  static let facebook: [CallRow] = [
    CallRow(
      #"POST \#(user)/createUserWithFacebook {"fb_at":"f","username":"bob"}"#,
      call: {
        $0.createUser(
          withFacebookToken: "f", username: "bob", options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.result,
          onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.createUser(withFacebookToken: "f", username: "bob", options: $1))
      }),
    CallRow(
      #"POST \#(user)/createUserWithFacebook {"fb_at":"f"}"#,
      call: {
        $0.createUser(
          withFacebook: "f", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.result, onFailure: $1.failure)
      }),
    CallRow(
      "GET \(user)/linkUserWithFacebook?fb_at=f",
      call: {
        $0.linkLoggedInUser(
          withFacebookToken: "f", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(try await $0.linkLoggedInUser(withFacebookToken: "f", options: $1))
      }),
    CallRow(
      "DELETE \(user)/unlinkUserFromFacebook", "done",
      call: {
        $0.unlinkLoggedInUserFromFacebook(
          with: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.done, onFailure: $1.failure)
      },
      wait: {
        try await $0.unlinkLoggedInUserFromFacebook(with: $1)
        return "done"
      }),
    .token(
      "facebookAccessTokenWithCreate", "fb_at=f&username=bob",
      call: {
        $0.login(
          withFacebookToken: "f", createUserIfNeeded: true, usernameForCreate: "bob",
          options: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.login(
            withFacebookToken: "f", createUserIfNeeded: true, usernameForCreate: "bob",
            options: $1))
      }),
    CallRow(
      "GET \(user)/postFacebookMessage?message=hi",
      call: {
        $0.updateFacebookStatus(
          withMessage: "hi", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: { CallProbe.text(try await $0.updateFacebookStatus(withMessage: "hi", options: $1)) }),
    CallRow(
      "GET \(user)/getFacebookUserInfo",
      call: {
        $0.getLoggedInUserFacebookInfo(
          with: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.result, onFailure: $1.failure)
      }, wait: { CallProbe.text(try await $0.getLoggedInUserFacebookInfo(with: $1)) }),
    CallRow(
      "GET \(plain)/getFacebookUserInfo", hasOptions: false,
      call: {
        $0.getLoggedInUserFacebookInfoWith(onSuccess: $1.result, onFailure: $1.failure)
      }),
  ]

  static let twitter: [CallRow] = [
    CallRow(
      #"POST \#(user)/createUserWithTwitter {"tw_tk":"t","tw_ts":"s","username":"bob"}"#,
      call: {
        $0.createUser(
          withTwitterToken: "t", twitterSecret: "s", username: "bob", options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.result,
          onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.createUser(
            withTwitterToken: "t", twitterSecret: "s", username: "bob", options: $1))
      }),
    CallRow(
      "GET \(user)/linkUserWithTwitter?tw_tk=t&tw_ts=s",
      call: {
        $0.linkLoggedInUser(
          withTwitterToken: "t", twitterSecret: "s", options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.result,
          onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.linkLoggedInUser(
            withTwitterToken: "t", twitterSecret: "s", options: $1))
      }),
    CallRow(
      "DELETE \(user)/unlinkUserFromTwitter", "done",
      call: {
        $0.unlinkLoggedInUserFromTwitter(
          with: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.done, onFailure: $1.failure)
      },
      wait: {
        try await $0.unlinkLoggedInUserFromTwitter(with: $1)
        return "done"
      }),
    .token(
      "twitterAccessTokenWithCreate", "tw_tk=t&tw_ts=s&username=bob",
      call: {
        $0.login(
          withTwitterToken: "t", twitterSecret: "s", createUserIfNeeded: true,
          usernameForCreate: "bob", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.login(
            withTwitterToken: "t", twitterSecret: "s", createUserIfNeeded: true,
            usernameForCreate: "bob", options: $1))
      }),
    CallRow(
      "GET \(user)/twitterStatusUpdate?tw_st=hi",
      call: {
        $0.updateTwitterStatus(
          withMessage: "hi", options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: { CallProbe.text(try await $0.updateTwitterStatus(withMessage: "hi", options: $1)) }),
    CallRow(
      "GET \(user)/getTwitterUserInfo",
      call: {
        $0.getLoggedInUserTwitterInfo(
          with: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.result, onFailure: $1.failure)
      }, wait: { CallProbe.text(try await $0.getLoggedInUserTwitterInfo(with: $1)) }),
    CallRow(
      "GET \(plain)/getTwitterUserInfo", hasOptions: false,
      call: {
        $0.getLoggedInUserTwitterInfoWith(onSuccess: $1.result, onFailure: $1.failure)
      }),
  ]

  static let gigyas: [CallRow] = [
    CallRow(
      "POST \(user)/linkUserWithGigya \(gigyaBody)",
      call: {
        $0.linkLoggedInUser(
          withGigyaUserDictionary: gigya, options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.linkLoggedInUser(withGigyaUserDictionary: gigya, options: $1))
      }),
    CallRow(
      "POST \(user)/linkUserWithGigya \(gigyaBody)",
      call: {
        $0.linkLoggedInUser(
          withGigyaUID: "u", uidSignature: "s", signatureTimestamp: "1", options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.result,
          onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.linkLoggedInUser(
            withGigyaUID: "u", uidSignature: "s", signatureTimestamp: "1", options: $1))
      }),
    CallRow(
      "DELETE \(user)/unlinkUserFromGigya", "done",
      call: {
        $0.unlinkLoggedInUserFromGigya(
          with: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.done, onFailure: $1.failure)
      },
      wait: {
        try await $0.unlinkLoggedInUserFromGigya(with: $1)
        return "done"
      }),
    .token(
      "gigyaAccessToken", gigyaForm,
      call: {
        $0.login(
          withGigyaUserDictionary: gigya, options: $1.options, successCallbackQueue: $1.good,
          failureCallbackQueue: $1.bad, onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(try await $0.login(withGigyaUserDictionary: gigya, options: $1))
      }),
    .token(
      "gigyaAccessToken", gigyaForm,
      call: {
        $0.login(
          withGigyaUID: "u", uidSignature: "s", signatureTimestamp: "1", options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.result,
          onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.login(
            withGigyaUID: "u", uidSignature: "s", signatureTimestamp: "1", options: $1))
      }),
  ]
}
