/// The networks whose accounts users can log in with (A20).
enum SocialNetwork: String, Sendable, Hashable, CaseIterable {
  case facebook
  case twitter
  case gigya

  /// The name in messages.
  var title: String {
    switch self {
    case .facebook: "Facebook"
    case .twitter: "Twitter"
    case .gigya: "Gigya"
    }
  }

  /// The parameters that a client proves the account with; the first is the token.
  var parameters: [String] {
    switch self {
    case .facebook: ["fb_at"]
    case .twitter: ["tw_tk", "tw_ts"]
    case .gigya: ["gigya_uid", "gigya_ts", "gigya_sig"]
    }
  }
}
