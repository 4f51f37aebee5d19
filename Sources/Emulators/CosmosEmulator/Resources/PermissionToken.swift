import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// A permission with the token that lets a client use it.
struct PermissionToken {
  private let permission: Permission
  private let state: CosmosState
  private let database: Int
  private let user: Int

  init(_ permission: Permission, _ state: CosmosState, _ database: Int, _ user: Int) {
    self.permission = permission
    self.state = state
    self.database = database
    self.user = user
  }

  /// How long a request's tokens live, in seconds.
  static func lifetime(_ request: Request) throws(Fault) -> Int64 {
    guard let text = request.headers[.msExpirySeconds] else { return 3600 }
    guard let seconds = Int64(text), (10...18_000).contains(seconds) else {
      throw .badPermission.filled([
        "problem": "x-ms-documentdb-expiry-seconds must be from 10 to 18000"
      ])
    }
    return seconds
  }

  /// The permission as clients see it.
  func json(_ moment: Moment, lifetime: Int64) -> JSONObject {
    let owner = state.databases[database]
    let rid = permission.rid.text
    var key = permission.partitionKey ?? .null
    if let array = key.array, array.count == 1 { key = array[0] }
    let token = CosmosResourceToken(
      expiry: moment.seconds + lifetime, mode: permission.mode, partitionKey: key,
      resource: permission.resource)
    var object: JSONObject = [
      "id": .string(permission.id), "permissionMode": .string(permission.mode.rawValue),
      "resource": .string(permission.resource),
    ]
    if let partition = permission.partitionKey { object["resourcePartitionKey"] = partition }
    object["_rid"] = .string(rid)
    object["_self"] = .string(
      "\(owner.link)users/\(owner.users[user].rid.text)/permissions/\(rid)/")
    object["_etag"] = .string(permission.tag)
    object["_ts"] = .integer(permission.seconds)
    object["_token"] = .string(token.text(signedWith: state.configuration.tokenKey))
    return object
  }
}
