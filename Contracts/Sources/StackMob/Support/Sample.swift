import GhostlightContracts
import GhostlightCore

/// Rules and values that the examples of several chapters use.
enum Sample {
  /// 2013-06-12T12:26:40Z, in milliseconds since 1970.
  static let date: Int64 = 1_371_040_000_000
  /// A rule for a date in milliseconds since 1970.
  static let anyDate = Example.integer(date)
  /// A rule for a random id.
  static let anyID = Example.regex("^[0-9a-f]{32}$", "0f1e2d3c4b5a69788796a5b4c3d2e1f0")
  /// A rule for a token, which clients send back unchanged.
  static let anyToken = Example.regex("^[-0-9A-Za-z_]+$", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6")

  /// The public key for API version 0.
  static let developmentKey = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
  /// The public key for API versions from 1.
  static let productionKey = "c2f7a6d4-1b38-4e5f-9a0c-6d8e7b4f3a21"

  /// Returns the value of the `Accept` header field for an API version.
  static func accept(version: Int) -> Example {
    "application/vnd.stackmob+json; version=\(version)"
  }

  /// Returns a copy of the object with both dates set to ``date``.
  static func dated(_ object: JSONObject) -> JSONObject {
    var object = object
    object["createddate"] = .integer(date)
    object["lastmoddate"] = .integer(date)
    return object
  }
}

extension Example {
  /// Returns an example that only an equal object matches, member by member.
  static func same(_ object: JSONObject) -> Example { .value(.object(object)) }

  /// Returns an example for an object with the given members, and with any dates.
  static func stored(_ members: KeyValuePairs<String, Example>) -> Example {
    .object(
      members.map { Member($0.key, $0.value) } + [
        Member("createddate", Sample.anyDate), Member("lastmoddate", Sample.anyDate),
      ])
  }
}
