import GhostlightCore
import GhostlightSigning

/// What a user may do with a container.
struct Permission: Sendable {
  var id: String
  let rid: ResourceID
  var tag: String
  var seconds: Int64
  var mode: CosmosResourceToken.Mode
  /// `dbs/{db}/colls/{coll}`, as the client wrote it.
  var resource: String
  /// The partition it is limited to.
  var partitionKey: JSON?
}
