import GhostlightCore
import GhostlightSigning

/// The tokens that a login returns.
struct Tokens: Equatable, Sendable {
  let access: String
  let key: String
  let refresh: String

  init?(_ reply: Reply) {
    guard let access = reply["access_token"]?.string, let key = reply["mac_key"]?.string,
      let refresh = reply["refresh_token"]?.string
    else { return nil }
    (self.access, self.key, self.refresh) = (access, key, refresh)
  }

  var credentials: MACCredentials { MACCredentials(id: access, key: key) }
}
