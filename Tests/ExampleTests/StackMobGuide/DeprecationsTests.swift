import Foundation
import StackMob
import TestSupport
import Testing

@Suite struct `The guide on deprecations` {
  @Test func `v2.0.0`() async {
    let told = Mailbox(of: String.self)
    let forms: any DeprecatedForms = Statuses()
    forms.run(told)
    #expect(await told.next(3) == ["-1", "0", "1"])
  }

  @Test func `v1.4.0`() async throws {
    let app = try GuideApp().with(user: "bob", password: "secret")
    let told = Mailbox(of: String.self)
    let forms: any DeprecatedForms = SocialLogins(client: app.client)
    forms.run(told)
    // nobody is linked with Facebook or Twitter; Gigya makes a user
    #expect(await Set(told.next(3)) == ["facebook 401", "twitter 401", "gigya-user"])
  }
}

extension `The guide on deprecations` {
  struct Statuses: DeprecatedForms {
    @available(*, deprecated, message: "plays deprecated names")
    func run(_ told: Mailbox<String>) {
      for status in [Unknown, NotReachable, Reachable] { told.put("\(status.rawValue)") }
    }
  }

  struct SocialLogins: DeprecatedForms {
    let client: SMClient

    @available(*, deprecated, message: "plays deprecated forms")
    func run(_ told: Mailbox<String>) {
      let options = SMRequestOptions()
      let done: SMResultSuccessBlock = { told.put($0["username"] as? String ?? "nobody") }
      client.login(withFacebookToken: "f", options: options, onSuccess: done) {
        told.put("facebook \(($0 as NSError).code)")
      }
      client.login(
        withTwitterToken: "t", twitterSecret: "s", options: options, onSuccess: done
      ) {
        told.put("twitter \(($0 as NSError).code)")
      }
      client.login(
        withGigyaUID: "gigya-user", uidSignature: "s", signatureTimestamp: "1", options: options,
        onSuccess: done
      ) {
        told.put("gigya \(($0 as NSError).code)")
      }
    }
  }
}
