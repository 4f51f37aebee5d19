import Foundation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on deprecations` {
  @Test func `Deprecations in v2.0.0`() async {
    let mailbox = Mailbox(of: String.self)
    let forms: any DeprecatedForms = Statuses()
    forms.run(mailbox)
    #expect(await mailbox.next(3) == ["-1", "0", "1"])
  }

  @Test func `Deprecations in v1.4.0`() async throws {
    let app = try GuideApp().with(user: "bob", password: "secret")
    let mailbox = Mailbox(of: String.self)
    let forms: any DeprecatedForms = SocialLogins(client: app.client)
    forms.run(mailbox)
    // No user is linked with Facebook or Twitter. Gigya creates a user.
    #expect(await Set(mailbox.next(3)) == ["facebook 401", "twitter 401", "gigya-user"])
  }
}

extension `The guide on deprecations` {
  struct Statuses: DeprecatedForms {
    @available(*, deprecated, message: "plays deprecated names")
    func run(_ mailbox: Mailbox<String>) {
      for status in [Unknown, NotReachable, Reachable] { mailbox.put("\(status.rawValue)") }
    }
  }

  struct SocialLogins: DeprecatedForms {
    let client: SMClient

    @available(*, deprecated, message: "plays deprecated forms")
    func run(_ mailbox: Mailbox<String>) {
      let options = SMRequestOptions()
      let done: SMResultSuccessBlock = { mailbox.put($0["username"] as? String ?? "nobody") }
      client.login(withFacebookToken: "f", options: options, onSuccess: done) {
        mailbox.put("facebook \(($0 as NSError).code)")
      }
      client.login(
        withTwitterToken: "t", twitterSecret: "s", options: options, onSuccess: done
      ) {
        mailbox.put("twitter \(($0 as NSError).code)")
      }
      client.login(
        withGigyaUID: "gigya-user", uidSignature: "s", signatureTimestamp: "1", options: options,
        onSuccess: done
      ) {
        mailbox.put("gigya \(($0 as NSError).code)")
      }
    }
  }
}
