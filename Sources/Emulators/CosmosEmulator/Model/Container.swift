import GhostlightCore
import GhostlightEmulation

/// A container with its documents.
struct Container: Sendable {
  let rid: ResourceID
  var settings: ContainerSettings
  var tag: String
  var seconds: Int64
  var throughput = Throughput()
  /// By partition and id; in order of creation.
  var documents: DocumentCollection
  /// Which write touched a document last, by the document's key; in the order of these writes.
  var changes = DocumentCollection(indexes: [IndexDefinition(FieldPath("lsn"))])
  /// The number of the last write: the log sequence number.
  var lsn: Int64 = 1
  var documentCount: UInt64 = 0
  /// The paths that got an index of their own because documents have them.
  var indexedPaths: [FieldPath]

  init(_ settings: ContainerSettings, rid: ResourceID, _ stamp: WriteStamp) {
    self.settings = settings
    self.rid = rid
    tag = stamp.tag
    seconds = stamp.seconds
    indexedPaths = [FieldPath("id"), FieldPath("_rid")]
    for path in settings.partitionPaths where !indexedPaths.contains(FieldPath(path)) {
      indexedPaths.append(FieldPath(path))
    }
    documents = DocumentCollection(indexes: indexedPaths.map { IndexDefinition($0) })
  }

  var id: String { settings.id }

  /// The path by RIDs: `dbs/{rid}/colls/{rid}/`.
  func link(in database: Database) -> String { "\(database.link)colls/\(rid.text)/" }

  /// The container as clients see it (B9).
  func json(in database: Database) -> JSONObject {
    var object = settings.json
    object["_rid"] = .string(rid.text)
    object["_ts"] = .integer(seconds)
    object["_self"] = .string(link(in: database))
    object["_etag"] = .string(tag)
    for feed in ["docs", "sprocs", "triggers", "udfs", "conflicts"] {
      object["_\(feed)"] = .string(feed + "/")
    }
    return object
  }
}
