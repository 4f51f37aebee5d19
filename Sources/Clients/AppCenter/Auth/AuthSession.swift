import GhostlightCore

/// Who is signed in, as it is kept.
struct AuthSession: Sendable, Hashable {
  var token: String
  var accountID: String?
  /// Seconds since 1970.
  var expiry: Double?

  init(token: String, accountID: String?, expiry: Double?) {
    self.token = token
    // The home account's id is this and the tenant's.
    self.accountID = accountID.map { String($0.prefix(36)) }
    self.expiry = expiry
  }

  /// Reads what ``text`` printed.
  init?(_ text: String) {
    guard let json = try? JSON.parse(text), let token = json["token"]?.string else { return nil }
    self.init(
      token: token, accountID: json["accountId"]?.string, expiry: json["expiresOn"]?.number)
  }

  var text: String {
    let json: JSON = [
      "token": .string(token), "accountId": accountID.map(JSON.string) ?? .null,
      "expiresOn": expiry.map(JSON.double) ?? .null,
    ]
    return json.text()
  }
}
