import GhostlightCore

/// Something that has happened to the graph.
enum GraphChange: Sendable {
  /// A new object.
  case created(JSONObject)
  /// An object that is another now.
  case updated(JSONObject, previous: JSONObject)
  /// An object that is gone, as it was before; its record may be kept with a `deleted_at`.
  case deleted(JSONObject)
  /// A new link.
  case linked(GraphLink)
  /// A link that is gone.
  case unlinked(GraphLink)
}
