import GhostlightCore
import GhostlightEmulation

/// A row of an export that is not an object: the token of a device, or a user's account of a social
/// network.
///
/// - Source: StackMob's page names these data, and no page shows their form; assumption: the names of
///   the files, and members as the API has them (A20, A22).
struct ExportServiceRow {
  /// The data of a file.
  enum Kind: String {
    case pushTokens
    case facebook
    case twitter

    /// Creates the kind of a file such as `push_tokens` or `facebook_credentials`; `nil` if its name
    /// is that of a schema.
    init?(fileName: String) {
      let letters = fileName.filter(\.isLetter)
      if ["pushtokens", "pushtoken"].contains(letters) {
        self = .pushTokens
        return
      }
      for kind in [Kind.facebook, .twitter] where letters.hasPrefix(kind.rawValue) {
        let rest = letters.dropFirst(kind.rawValue.count)
        guard ["", "credentials", "accounts", "links"].contains(rest) else { continue }
        self = kind
        return
      }
      return nil
    }
  }

  private let row: JSONObject
  private let kind: Kind

  init(_ row: JSONObject, _ kind: Kind) { (self.row, self.kind) = (row, kind) }

  /// Stores the row.
  ///
  /// - Throws: The reason why it is left out.
  func store(in state: inout StackMobState, _ moment: inout Moment) throws(ExportRowError) {
    switch kind {
    case .pushTokens: try storeToken(in: &state, moment)
    case .facebook: try storeAccount(on: .facebook, in: &state)
    case .twitter: try storeAccount(on: .twitter, in: &state)
    }
  }

  private func storeToken(
    in state: inout StackMobState, _ moment: Moment
  ) throws(ExportRowError) {
    let inner = row["token"]?.object ?? row
    guard let token = inner["token"]?.string, let type = inner["type"]?.string, let user else {
      throw ExportRowError(
        "a push token has the members token, type and user; if these are objects of a schema, add "
          + "the schema to \"schemas\"")
    }
    guard let platform = PushPlatform(anyCase: type) else {
      throw ExportRowError("the type of a push token is ios, androidgcm or android")
    }
    guard let device = PushDevice(platform, token: token) else {
      throw ExportRowError("a token for ios has 64 hexadecimal digits")
    }
    let time = row["registered_milliseconds"]?.integer ?? row["createddate"]?.integer
    state.pushTokens.add(
      PushRegistration(device: device, user: user.name, registered: time ?? moment.milliseconds))
  }

  private func storeAccount(
    on network: SocialNetwork, in state: inout StackMobState
  ) throws(ExportRowError) {
    let names = ["account", "\(network.rawValue)_id", "\(network.rawValue)id", "id"]
    let value = names.compactMap { row[$0] }.first
    guard let user, let account = value?.string ?? value?.integer.map({ String($0) }) else {
      throw ExportRowError(
        "an account of \(network.title) has the members user and account; if these are objects of "
          + "a schema, add the schema to \"schemas\"")
    }
    guard state.schema(user.schema)?.isUserSchema == true,
      state.object(user.name, of: user.schema) != nil
    else { throw ExportRowError("there is no user \"\(user.name)\" in \(user.schema)") }
    state.socialAccounts.move(
      SocialLink(
        network: network, account: account, userSchema: user.schema, userName: user.name))
  }

  /// The user to whom the row belongs, with the user schema; `nil` if the row names none.
  private var user: (name: String, schema: String)? {
    for name in ["user", "userId", "user_id", "username"] {
      if let user = row[name]?.string { return (user, "user") }
    }
    if let owner = row["sm_owner"]?.string.map({ $0.parts(at: "/", maxSplits: 1) }),
      owner.count == 2
    {
      return (String(owner[1]), String(owner[0]))
    }
    guard kind != .pushTokens, let id = row["_id"]?.string else { return nil }
    return (id, "user")
  }
}
