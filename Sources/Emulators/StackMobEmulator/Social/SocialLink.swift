/// A user and the account that he can log in with.
struct SocialLink: Sendable, Hashable {
  let network: SocialNetwork
  let account: String
  let userSchema: String
  let userName: String
}
