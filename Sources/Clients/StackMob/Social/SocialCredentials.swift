import GhostlightCore

/// The proof of a user's identity from a social network, as form fields.
///
/// - Source: protocol reference A20.
struct SocialCredentials: Sendable {
  let fields: [FormField]

  /// Creates the credentials of a Facebook access token.
  ///
  /// - Throws: -100 without it.
  init(facebookToken token: String?) throws {
    fields = [FormField("fb_at", try Self.given(token))]
  }

  /// Creates the credentials of a Twitter token and its secret.
  ///
  /// - Throws: -100 if one of them is missing.
  init(twitterToken token: String?, secret: String?) throws {
    fields = [
      FormField("tw_tk", try Self.given(token)), FormField("tw_ts", try Self.given(secret)),
    ]
  }

  /// Creates the credentials of a Gigya user, with Gigya's signature and its time.
  ///
  /// - Throws: -100 if one of them is missing.
  init(gigyaUID uid: String?, signature: String?, timestamp: String?) throws {
    fields = [
      FormField("gigya_uid", try Self.given(uid)),
      FormField("gigya_ts", try Self.given(timestamp)),
      FormField("gigya_sig", try Self.given(signature)),
    ]
  }

  /// Creates the credentials of a Gigya user in the form of Gigya's own SDK.
  ///
  /// - Throws: -100 if `UID`, `UIDSignature` or `signatureTimestamp` is missing.
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

  /// Returns a required argument.
  ///
  /// - Throws: -100 if it is missing.
  static func given(_ argument: String?) throws -> String {
    guard let argument else { throw SMFailure.invalidArguments("Nil argument(s) provided.") }
    return argument
  }
}
