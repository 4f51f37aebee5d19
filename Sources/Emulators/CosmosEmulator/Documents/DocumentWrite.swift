import GhostlightCore
import GhostlightEmulation

/// What a write to a container answers.
struct DocumentWrite {
  /// The status of the answer: 201, 200 or 204.
  var status: Int
  /// The document as it is now; `nil` after a delete.
  var document: JSONObject?
  /// Request units, as recorded for such a write (B21).
  var charge: String
}
