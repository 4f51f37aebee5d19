import GhostlightCore

/// What a social network gave an app to prove who its user is.
///
/// - Source: protocol reference A20.
struct SocialCredentials: Sendable {
  let fields: [FormField]

  /// A Facebook access token.
  ///
  /// - Throws: -100 without it.
  init(facebookToken token: String?) throws {
    fields = [FormField("fb_at", try Self.given(token))]
  }

  /// A Twitter token and its secret.
  ///
  /// - Throws: -100 where one is missing.
  init(twitterToken token: String?, secret: String?) throws {
    fields = [
      FormField("tw_tk", try Self.given(token)), FormField("tw_ts", try Self.given(secret)),
    ]
  }

  /// A Gigya user, signed by Gigya at a time.
  ///
  /// - Throws: -100 where one is missing.
  init(gigyaUID uid: String?, signature: String?, timestamp: String?) throws {
    fields = [
      FormField("gigya_uid", try Self.given(uid)),
      FormField("gigya_ts", try Self.given(timestamp)),
      FormField("gigya_sig", try Self.given(signature)),
    ]
  }

  /// A Gigya user as Gigya's own SDK describes it.
  ///
  /// - Throws: -100 where `UID`, `UIDSignature` or `signatureTimestamp` is missing.
  init(gigyaUser user: [AnyHashable: Any]?) throws {
    try self.init(
      gigyaUID: QueryValue.text(of: user?["UID"]),
      signature: QueryValue.text(of: user?["UIDSignature"]),
      timestamp: QueryValue.text(of: user?["signatureTimestamp"]))
  }

  /// The fields as a JSON object, in their order.
  var json: JSON {
    .object(JSONObject(uniqueMembers: fields.map { .init($0.name, .string($0.value)) }))
  }

  /// An argument that must be given.
  ///
  /// - Throws: -100 without it.
  static func given(_ argument: String?) throws -> String {
    guard let argument else { throw SMFailure.invalidArguments("Nil argument(s) provided.") }
    return argument
  }
}
