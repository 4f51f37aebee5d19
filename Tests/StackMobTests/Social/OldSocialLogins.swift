import StackMob

/// The deprecated social logins, from before version 1.4 of the SDK.
struct OldSocialLogins {
  let client: SMClient
}

extension OldSocialLogins: OldForms {
  @available(*, deprecated, message: "plays deprecated forms")
  func call(_ report: @escaping @Sendable (String) -> Void) {
    let done: SMResultSuccessBlock = { report($0["username"] as? String ?? "nobody") }
    let failed: SMFailureBlock = { report("\($0)") }
    let options = SMRequestOptions()
    client.login(withFacebookToken: "f", options: options, onSuccess: done, onFailure: failed)
    client.login(
      withTwitterToken: "t", twitterSecret: "s", options: options, onSuccess: done,
      onFailure: failed)
    client.login(
      withGigyaUID: "u", uidSignature: "s", signatureTimestamp: "1", options: options,
      onSuccess: done, onFailure: failed)
  }
}
