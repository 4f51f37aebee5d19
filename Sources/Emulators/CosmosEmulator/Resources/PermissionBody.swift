import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// What a client says of a permission.
struct PermissionBody {
  let id: String
  let mode: CosmosResourceToken.Mode
  let resource: String
  let partitionKey: JSON?

  init(_ body: JSONObject) throws(Fault) {
    id = try ResourceName.read(body)
    try ResourceName.check(id)
    guard let mode = body["permissionMode"]?.string.flatMap(CosmosResourceToken.Mode.init) else {
      throw .badPermission.filled(["problem": "permissionMode must be Read or All"])
    }
    guard let resource = body["resource"]?.string, resource.hasPrefix("dbs/") else {
      throw .badPermission.filled(["problem": "resource must be a link such as dbs/x/colls/y"])
    }
    self.mode = mode
    self.resource = resource
    partitionKey = body["resourcePartitionKey"]
  }
}
