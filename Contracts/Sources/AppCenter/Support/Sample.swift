import GhostlightContracts
import GhostlightCore

/// Values that the examples of several chapters use.
enum Sample {
  /// The secret of the app that the emulator has by default.
  static let secret = "11111111-2222-3333-4444-555555555555"
  /// The account id of the signed-in user.
  static let account = "bd45f90e-6eb1-4c47-817e-e59b82b5c03d"
  /// A rule for the expiry time of a token, which has exactly three decimals of a second.
  static let anyEnd = Example.regex(
    #"^[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}\.[0-9]{3}Z$"#, "2019-09-20T11:11:12.000Z")
}

extension Example {
  /// Returns the response entry with a token for a partition.
  ///
  /// The token may be any string, because clients do not parse it.
  static func token(_ partition: String, account: Example = nil, to address: Example? = nil)
    -> Example
  {
    [
      "partition": "\(partition)",
      "dbAccount": address ?? .regex("^https?://.+:[0-9]+$", "http://127.0.0.1:8081"),
      "dbName": "mbaas", "dbCollectionName": "appcenter",
      "token": .notEmpty("type=resource&ver=1&sig=AAAA;AAAA;"), "status": "Succeed",
      "expiresOn": Sample.anyEnd, "accountId": account,
    ]
  }

  /// Returns the response entry for a partition to which the caller has no access.
  static func noToken(_ partition: String, _ status: String) -> Example {
    [
      "partition": "\(partition)", "dbAccount": "", "dbName": "", "dbCollectionName": "",
      "token": "", "status": "\(status)", "expiresOn": Sample.anyEnd, "accountId": "",
    ]
  }
}
