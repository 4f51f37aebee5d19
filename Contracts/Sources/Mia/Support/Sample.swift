import GhostlightContracts
import GhostlightCore

/// Values that stand in many examples.
enum Sample {
  /// A time as documents of the CRUD service have it.
  static let time = "2020-04-05T17:16:14.175Z"
  /// Some time, with exactly three digits of a second's fraction.
  static let anyTime = Example.regex(
    #"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$"#, time)
  /// An id of a document.
  static let anyObjectID = Example.regex("^[0-9a-f]{24}$", "5e8ae13bb74dbf0011444ed5")
  /// An id of an item, a user, or a document whose ids are texts.
  static let anyUUID = Example.regex(
    "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", "ef02dcaa-7a2e-4c31-a505-c2cb014d769e")
  /// Milliseconds since 1970.
  static let anyDate = Example.integer(1_504_601_266_703)
  /// An id of a session.
  static let session = String(repeating: "6d0c", count: 32)

  /// The content type of everything that the CRUD service answers, lists and exports aside.
  static let json = Example("application/json; charset=utf-8")
}
