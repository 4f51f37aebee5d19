import Foundation
import GhostlightCore

@testable import StackMob

/// The calls of a client about users and their sessions.
extension CallRow {
  private static let user = "https://127.0.0.1:8080/user"

  static let users: [CallRow] = [
    .token(
      "accessToken", "username=jack&password=pw",
      call: {
        $0.login(
          withUsername: "jack", password: "pw", options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.result,
          onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.login(withUsername: "jack", password: "pw", options: $1))
      }),
    .token(
      "accessToken", "username=jack&password=t&new_password=n",
      call: {
        $0.login(
          withUsername: "jack", temporaryPassword: "t", settingNewPassword: "n",
          options: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: {
        CallProbe.text(
          try await $0.login(
            withUsername: "jack", temporaryPassword: "t", settingNewPassword: "n", options: $1))
      }),
    .token(
      "endpoint", "a=1&b=2",
      call: {
        $0.session.doTokenRequest(
          withEndpoint: "endpoint", credentials: ["b": "2", "a": "1"], options: $1.options,
          successCallbackQueue: $1.good, failureCallbackQueue: $1.bad, onSuccess: $1.result,
          onFailure: $1.failure)
      }),
    .token(
      "refreshToken", "refresh_token=r", hasOptions: false,
      call: {
        $0.session.refreshToken = "r"
        $0.refreshLoginWith(onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: { client, _ in
        client.session.refreshToken = "r"
        return CallProbe.text(try await client.refreshLogin())
      }),
    CallRow(
      "GET \(user)/loggedInUser",
      call: {
        $0.getLoggedInUser(
          with: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.result, onFailure: $1.failure)
      }, wait: { CallProbe.text(try await $0.getLoggedInUser(with: $1)) }),
    CallRow(
      "GET \(user)/logout",
      call: {
        $0.logout(
          with: $1.options, successCallbackQueue: $1.good, failureCallbackQueue: $1.bad,
          onSuccess: $1.result, onFailure: $1.failure)
      }, wait: { CallProbe.text(try await $0.logout(with: $1)) }),
    CallRow(
      #"POST http://127.0.0.1:8080/user/forgotPassword {"username":"jack"}"#, hasOptions: false,
      call: {
        $0.sendForgotPaswordEmail(
          forUser: "jack", onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: { client, _ in CallProbe.text(try await client.sendForgotPaswordEmail(forUser: "jack"))
      }),
    CallRow(
      #"POST \#(user)/resetPassword {"old":{"password":"o"},"new":{"password":"n"}}"#,
      hasOptions: false,
      call: {
        $0.changeLoggedInUserPassword(
          from: "o", to: "n", onSuccess: $1.result, onFailure: $1.failure)
      },
      wait: { client, _ in
        CallProbe.text(try await client.changeLoggedInUserPassword(from: "o", to: "n"))
      }),
  ]
}
