import GhostlightContracts
import GhostlightCore

/// Rules and values that the examples of several chapters use.
enum Sample {
  /// A rule for a `_rid`: Base64 with `-` instead of `/`.
  static let anyRID = Example.regex("^[-A-Za-z0-9+]+=*$", "DJB7AI1lZHo=")
  /// A rule for an entity tag, including its quotes; header fields and bodies use the same form.
  static let anyTag = Example.regex(
    "^\"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\"$", "\"6201c25e-0000-0100-0000-6ac9ff4d0000\"")
  /// A rule for seconds since 1970.
  static let anyTime = Example.integer(1_371_040_000)
  /// A rule for request units; clients do not depend on the number.
  static let anyCharge = Example.regex(#"^[0-9]+(\.[0-9]+)?$"#, "1")
  /// A rule for a session token: range, version and log sequence number.
  static let anySession = Example.regex("^0:-1#[0-9]+$", "0:-1#31")
  /// A rule for an activity id, which is random for each exchange.
  static let anyActivity = Example.regex(
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "57cdb05a-8980-4872-9141-28ffa3c931a6")

  /// Returns a rule for a link that consists of RIDs: `dbs/DJB7AA==/colls/DJB7AI1lZHo=/`.
  static func anyLink(_ words: String...) -> Example {
    .regex(
      "^" + words.map { $0 + "/[-A-Za-z0-9+]+=*/" }.joined() + "$",
      words.map { $0 + "/DJB7AA==/" }.joined())
  }
}

extension Example {
  /// Returns an example that only an equal value matches, member by member.
  static func same(_ json: JSON) -> Example { .value(json) }

  /// Returns an example for an object with the members of `object` and `more`, in this order.
  private static func with(_ object: JSONObject, _ more: [Member]) -> Example {
    .object(object.map { Member($0.key, .value($0.value)) } + more)
  }

  /// Returns a document as responses contain it: the client's members and the system properties
  /// (B5).
  static func stored(_ document: JSONObject) -> Example { .with(document, documentMembers) }

  /// Returns a document as the change feed contains it.
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
  /// It has the members of the definition, defaults for missing members, and the system properties.
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

  /// Returns a permission as responses contain it (B19).
  ///
  /// Its token may be any string, because clients do not parse it.
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
