import GhostlightCore
import GhostlightEmulation

/// What the exchange answers for one partition (A3).
struct PartitionToken {
  let object: JSONObject
  /// Why there is no token, for the developer.
  var reason: String?

  init(object: JSONObject) {
    self.object = object
  }

  /// No token, in the shape of one.
  init(status: String, partition: String, at moment: Moment, reason: String) {
    object = [
      "partition": .string(partition), "dbAccount": "", "dbName": "", "dbCollectionName": "",
      "token": "", "status": .string(status),
      "expiresOn": .string(ISODate.format(milliseconds: moment.milliseconds)), "accountId": "",
    ]
    self.reason = reason
  }
}
