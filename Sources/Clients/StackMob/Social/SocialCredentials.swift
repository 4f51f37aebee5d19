import GhostlightCore

/// A social network's proof of a user's identity, as form fields.
///
/// - Source: protocol reference A20.
struct SocialCredentials: Sendable {
  let fields: [FormField]

  /// Creates the credentials from a Facebook access token.
  ///
  /// - Throws: `SMError` -100 if the token is missing.
  init(facebookToken token: String?) throws {
    fields = [FormField("fb_at", try Self.given(token))]
  }

  /// Creates the credentials from a Twitter token and its secret.
  ///
  /// - Throws: `SMError` -100 if the token or the secret is missing.
  init(twitterToken token: String?, secret: String?) throws {
    fields = [
      FormField("tw_tk", try Self.given(token)), FormField("tw_ts", try Self.given(secret)),
    ]
  }

  /// Creates the credentials from a Gigya user's ID, Gigya's signature and the time of signing.
  ///
  /// - Throws: `SMError` -100 if an argument is missing.
  init(gigyaUID uid: String?, signature: String?, timestamp: String?) throws {
    fields = [
      FormField("gigya_uid", try Self.given(uid)),
      FormField("gigya_ts", try Self.given(timestamp)),
      FormField("gigya_sig", try Self.given(signature)),
    ]
  }

  /// Creates the credentials from a Gigya user's dictionary, as Gigya's own SDK returns it.
  ///
  /// - Throws: `SMError` -100 if `UID`, `UIDSignature` or `signatureTimestamp` is missing.
  init(gigyaUser user: [AnyHashable: Any]?) throws {
    try self.init(
      gigyaUID: QueryValue.text(of: user?["UID"]),
      signature: QueryValue.text(of: user?["UIDSignature"]),
      timestamp: QueryValue.text(of: user?["signatureTimestamp"]))
  }

  /// The fields as a JSON object, in the order of `fields`.
  var json: JSON {
    .object(JSONObject(uniqueMembers: fields.map { .init($0.name, .string($0.value)) }))
  }

  /// Returns the argument, unless it is missing.
  ///
  /// - Throws: `SMError` -100 if the argument is `nil`.
  static func given(_ argument: String?) throws -> String {
    guard let argument else { throw SMFailure.invalidArguments("Nil argument(s) provided.") }
    return argument
  }
}
