import GhostlightContracts
import GhostlightCore

/// Rules and values that the examples of several chapters use.
enum Sample {
  /// A time in the format of documents of the CRUD service.
  static let time = "2020-04-05T17:16:14.175Z"
  /// A rule for a time with exactly three decimals of a second.
  static let anyTime = Example.regex(
    #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"#, time)
  /// A rule for the id of a document.
  static let anyObjectID = Example.regex("^[0-9a-f]{24}$", "5e8ae13bb74dbf0011444ed5")
  /// A rule for the id of an item, of a user, or of a document with string ids.
  static let anyUUID = Example.regex(
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "ef02dcaa-7a2e-4c31-a505-c2cb014d769e")
  /// A rule for a time in milliseconds since 1970.
  static let anyDate = Example.integer(1_504_601_266_703)
  /// The session id that example requests contain; a provider state replaces it.
  static let session = String(repeating: "6d0c", count: 32)

  /// The content type of all responses of the CRUD service except lists and exports.
  static let json = Example("application/json; charset=utf-8")
}
