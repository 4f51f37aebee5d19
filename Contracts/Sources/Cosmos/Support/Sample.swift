import GhostlightContracts
import GhostlightCore

/// Values that many examples use.
enum Sample {
  /// A `_rid`: base64 with `-` instead of `/`.
  static let anyRID = Example.regex("^[-A-Za-z0-9+]+=*$", "DJB7AI1lZHo=")
  /// An entity tag, including its quotes; it has the same form in header fields and bodies.
  static let anyTag = Example.regex(
    "^\"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\"$", "\"6201c25e-0000-0100-0000-6ac9ff4d0000\"")
  /// Seconds since 1970.
  static let anyTime = Example.integer(1_371_040_000)
  /// Request units; no client depends on their number.
  static let anyCharge = Example.regex(#"^[0-9]+(\.[0-9]+)?$"#, "1")
  /// A session token: range, version and log sequence number.
  static let anySession = Example.regex("^0:-1#[0-9]+$", "0:-1#31")
  /// The random id of an exchange.
  static let anyActivity = Example.regex(
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "57cdb05a-8980-4872-9141-28ffa3c931a6")

  /// Returns a link with RIDs: `dbs/DJB7AA==/colls/DJB7AI1lZHo=/`.
  static func anyLink(_ words: String...) -> Example {
    .regex(
      "^" + words.map { $0 + "/[-A-Za-z0-9+]+=*/" }.joined() + "$",
      words.map { $0 + "/DJB7AA==/" }.joined())
  }
}

extension Example {
  /// Returns values that must be equal, member by member.
  static func same(_ json: JSON) -> Example { .value(json) }

  /// Returns an object with these members, and with others that vary.
  private static func with(_ object: JSONObject, _ more: [Member]) -> Example {
    .object(object.map { Member($0.key, .value($0.value)) } + more)
  }

  /// Returns a document as responses contain it: the client's members, then the system's properties
  /// (B5).
  static func stored(_ document: JSONObject) -> Example { .with(document, documentMembers) }

  /// Returns a document of the change feed.
  static func changed(_ document: JSONObject) -> Example {
    .with(document, documentMembers + [Member("_lsn", .integer(2))])
  }

  private static let documentMembers = [
    Member("_rid", Sample.anyRID), Member("_self", Sample.anyLink("dbs", "colls", "docs")),
    Member("_etag", Sample.anyTag), Member("_attachments", "attachments/"),
    Member("_ts", Sample.anyTime),
  ]

  /// Returns a database as responses contain it (B8).
  static func database(_ id: String) -> Example {
    [
      "id": "\(id)", "_rid": Sample.anyRID, "_self": Sample.anyLink("dbs"),
      "_etag": Sample.anyTag, "_colls": "colls/", "_users": "users/", "_ts": Sample.anyTime,
    ]
  }

  /// Returns a container as responses contain it (B9).
  ///
  /// It has the members of its definition, defaults for the others, and the system's properties.
  static func container(_ definition: JSONObject) -> Example {
    var definition = definition
    definition["indexingPolicy"] =
      definition["indexingPolicy"] ?? [
        "indexingMode": "consistent", "automatic": true, "includedPaths": [["path": "/*"]],
        "excludedPaths": [["path": "/\"_etag\"/?"]],
      ]
    definition["conflictResolutionPolicy"] = [
      "mode": "LastWriterWins", "conflictResolutionPath": "/_ts",
      "conflictResolutionProcedure": "",
    ]
    definition["geospatialConfig"] = ["type": "Geography"]
    for feed in ["docs", "sprocs", "triggers", "udfs", "conflicts"] {
      definition["_\(feed)"] = .string(feed + "/")
    }
    return .with(
      definition,
      [
        Member("_rid", Sample.anyRID), Member("_ts", Sample.anyTime),
        Member("_self", Sample.anyLink("dbs", "colls")), Member("_etag", Sample.anyTag),
      ])
  }

  /// Returns a user as responses contain it (B19).
  static func user(_ id: String) -> Example {
    [
      "id": "\(id)", "_rid": Sample.anyRID, "_self": Sample.anyLink("dbs", "users"),
      "_etag": Sample.anyTag, "_permissions": "permissions/", "_ts": Sample.anyTime,
    ]
  }

  /// Returns a permission with any token, because clients do not parse it (B19).
  static func permission(_ permission: JSONObject) -> Example {
    .with(
      permission,
      [
        Member("_rid", Sample.anyRID),
        Member("_self", Sample.anyLink("dbs", "users", "permissions")),
        Member("_etag", Sample.anyTag), Member("_ts", Sample.anyTime),
        Member("_token", .notEmpty("type=resource&ver=1&sig=AAAA;AAAA;")),
      ])
  }
}
