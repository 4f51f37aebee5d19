import GhostlightCore

/// Who is logged in.
struct Account: Sendable, Equatable {
  /// What the `Authorization` field carries: type and token.
  var token: String?
  /// The id of the user, once it was asked for.
  var userID: String?

  init() {}

  /// Reads what was written; nobody where it is not of this form.
  init(_ bytes: [UInt8]) {
    let json = try? JSON.parse(bytes)
    token = json?["token"]?.string
    userID = token == nil ? nil : json?["user"]?.string
  }

  /// The account as it is written to disk.
  var json: JSON {
    var object = JSONObject()
    object["token"] = token.map(JSON.string)
    object["user"] = userID.map(JSON.string)
    return .object(object)
  }
}
