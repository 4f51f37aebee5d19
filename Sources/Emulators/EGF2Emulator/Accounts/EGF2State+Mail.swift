import GhostlightCore
import GhostlightEmulation

/// Mails to users (A5).
extension EGF2State {
  /// Refuses while mails cannot be sent.
  ///
  /// - Throws: The refusal, with the mailer's words.
  func checkMail(_ fault: Fault) throws(Fault) {
    if let mailProblem { throw fault.filled(["problem": mailProblem]) }
  }

  /// Posts a mail with a token to a user.
  mutating func mail(
    _ template: MailTemplate, _ token: String, to user: JSONObject, root: String,
    at moment: Moment
  ) {
    guard let email = user["email"]?.string else { return }
    let names = [user["name"]?["given"]?.string, user["name"]?["family"]?.string]
    let name = names.compactMap(\.self).joined(separator: " ")
    var content: JSONObject = [
      "template": .string(template.rawValue), "subject": .string(template.subject),
      "params": ["name": .string(name), template.tokenName: .string(token)],
    ]
    if template == .confirmEmail {
      content["link"] = .string(
        root + "/v1/verify_email?token=" + PercentEncoding.encode(token))
    }
    outbox.post(.mail, to: [email], content, at: moment)
  }
}
