import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The routes of the SQL API, in the order of the vendor's manual.
///
/// If several routes have the same method and path, the request's header fields determine the
/// route.
extension CosmosBackend {
  static let routes: RouteTable<CosmosState> = [
    // Account (B7)
    .get("", "Get a database account", readAccount),
    // Databases (B8)
    .post("dbs", "Query databases", queryDatabases).whenRequest(RequestKind.isQuery),
    .post("dbs", "Create a database", createDatabase),
    .get("dbs", "List databases", listDatabases),
    .get("dbs/{db}", "Get a database", readDatabase),
    .delete("dbs/{db}", "Delete a database", deleteDatabase),
    // Collections (B9)
    .post("dbs/{db}/colls", "Query collections", queryContainers).whenRequest(RequestKind.isQuery),
    .post("dbs/{db}/colls", "Create a collection", createContainer),
    .get("dbs/{db}/colls", "List collections", listContainers),
    .get("dbs/{db}/colls/{coll}", "Get a collection", readContainer),
    .put("dbs/{db}/colls/{coll}", "Replace a collection", replaceContainer),
    .delete("dbs/{db}/colls/{coll}", "Delete a collection", deleteContainer),
    .get(
      "dbs/{db}/colls/{coll}/pkranges", "Get partition key ranges", listPartitionKeyRanges),
    // Documents (B11 to B18)
    .post("dbs/{db}/colls/{coll}/docs", "Query plan", planQuery).whenRequest(RequestKind.isPlan),
    .post("dbs/{db}/colls/{coll}/docs", "Bulk", runBulk).whenRequest(RequestKind.isBulk),
    .post("dbs/{db}/colls/{coll}/docs", "Transactional batch", runBatch)
      .whenRequest(RequestKind.isBatch),
    .post("dbs/{db}/colls/{coll}/docs", "Query documents", queryDocuments)
      .whenRequest(RequestKind.isQuery),
    .post("dbs/{db}/colls/{coll}/docs", "Upsert a document", upsertDocument)
      .whenRequest(RequestKind.isUpsert),
    .post("dbs/{db}/colls/{coll}/docs", "Create a document", createDocument),
    .get("dbs/{db}/colls/{coll}/docs", "Change feed", readChangeFeed)
      .whenRequest(RequestKind.isChangeFeed),
    .get("dbs/{db}/colls/{coll}/docs", "List documents", listDocuments),
    .get("dbs/{db}/colls/{coll}/docs/{id}", "Get a document", readDocument),
    .put("dbs/{db}/colls/{coll}/docs/{id}", "Replace a document", replaceDocument),
    .patch("dbs/{db}/colls/{coll}/docs/{id}", "Patch a document", patchDocument),
    .delete("dbs/{db}/colls/{coll}/docs/{id}", "Delete a document", deleteDocument),
    .post(
      "dbs/{db}/colls/{coll}/operations/partitionkeydelete", "Delete a partition",
      deletePartition),
    // Conflicts (B9)
    .post("dbs/{db}/colls/{coll}/conflicts", "Query conflicts", queryConflicts)
      .whenRequest(RequestKind.isQuery),
    .get("dbs/{db}/colls/{coll}/conflicts", "List conflicts", listConflicts),
    // Offers, users and permissions (B19)
    .post("offers", "Query offers", queryOffers).whenRequest(RequestKind.isQuery),
    .get("offers", "List offers", listOffers),
    .get("offers/{offer}", "Get an offer", readOffer),
    .put("offers/{offer}", "Replace an offer", replaceOffer),
    .post("dbs/{db}/users", "Query users", queryUsers).whenRequest(RequestKind.isQuery),
    .post("dbs/{db}/users", "Upsert a user", upsertUser).whenRequest(RequestKind.isUpsert),
    .post("dbs/{db}/users", "Create a user", createUser),
    .get("dbs/{db}/users", "List users", listUsers),
    .get("dbs/{db}/users/{user}", "Get a user", readUser),
    .put("dbs/{db}/users/{user}", "Replace a user", replaceUser),
    .delete("dbs/{db}/users/{user}", "Delete a user", deleteUser),
    .post("dbs/{db}/users/{user}/permissions", "Query permissions", queryPermissions)
      .whenRequest(RequestKind.isQuery),
    .post("dbs/{db}/users/{user}/permissions", "Upsert a permission", upsertPermission)
      .whenRequest(RequestKind.isUpsert),
    .post("dbs/{db}/users/{user}/permissions", "Create a permission", createPermission),
    .get("dbs/{db}/users/{user}/permissions", "List permissions", listPermissions),
    .get(
      "dbs/{db}/users/{user}/permissions/{permission}", "Get a permission", readPermission),
    .put(
      "dbs/{db}/users/{user}/permissions/{permission}", "Replace a permission",
      replacePermission),
    .delete(
      "dbs/{db}/users/{user}/permissions/{permission}", "Delete a permission",
      deletePermission),
  ]
}

/// Tests of the header fields that distinguish requests with the same method and path.
enum RequestKind {
  /// Returns whether a request asks for a query plan.
  ///
  /// Without the header field, the same request would create a document (B15).
  static func isPlan(_ request: Request) -> Bool { request.headers.isTrue(.msPlanRequest) }

  static func isBatch(_ request: Request) -> Bool { request.headers.isTrue(.msBatchRequest) }

  /// Returns whether a batch runs each of its operations on its own (B17).
  ///
  /// The header field for atomic batches is `false`, or the request names a key range instead of a
  /// partition.
  static func isBulk(_ request: Request) -> Bool {
    guard isBatch(request) else { return false }
    guard let atomic = request.value(of: .msBatchAtomic) else {
      return request.value(of: .msRangeID) != nil && request.value(of: .msPartitionKey) == nil
    }
    return atomic.lowercased() == "false"
  }

  static func isQuery(_ request: Request) -> Bool {
    request.headers.isTrue(.msIsQuery)
      || request.value(of: .contentType)?.lowercased().hasPrefix("application/query+json") == true
  }

  static func isUpsert(_ request: Request) -> Bool { request.headers.isTrue(.msIsUpsert) }

  static func isChangeFeed(_ request: Request) -> Bool {
    switch request.value(of: .aIM)?.lowercased() {
    case "incremental feed", "full-fidelity feed": true
    default: false
    }
  }

  /// Returns whether a request for the change feed asks for all versions and deletes (B18).
  static func isFullFidelity(_ request: Request) -> Bool {
    request.value(of: .aIM)?.lowercased() == "full-fidelity feed"
  }
}
