import GhostlightCore

/// A resource token with where it leads.
///
/// - Source: protocol reference A3.
struct TokenResult: Sendable, Hashable {
  var partition: String
  var account: String
  var database: String
  var collection: String
  var token: String
  var status: String
  var expiresOn: String
  var accountID: String?

  init?(_ json: JSON) {
    guard let partition = json["partition"]?.string, let account = json["dbAccount"]?.string,
      let database = json["dbName"]?.string,
      let collection = json["dbCollectionName"]?.string, let token = json["token"]?.string,
      let status = json["status"]?.string
    else { return nil }
    self.partition = partition
    self.account = account
    self.database = database
    self.collection = collection
    self.token = token
    self.status = status
    expiresOn = json["expiresOn"]?.string ?? ""
    accountID = json["accountId"]?.string
  }

  /// The eight members of A3.
  var json: JSON {
    [
      "partition": .string(partition), "dbAccount": .string(account),
      "dbName": .string(database), "dbCollectionName": .string(collection),
      "token": .string(token), "status": .string(status), "expiresOn": .string(expiresOn),
      "accountId": accountID.map(JSON.string) ?? .null,
    ]
  }

  /// Whether it has ended; a date that cannot be read counts as over.
  func isExpired(at milliseconds: Int64) -> Bool {
    ISODate.milliseconds(expiresOn).map { $0 <= milliseconds } ?? true
  }
}
