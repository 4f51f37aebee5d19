import GhostlightCore

/// What a graph remembers: objects by id, and beginnings of edges.
///
/// - Source: protocol reference B8.
struct GraphCache: Sendable {
  /// The members as the server sent them, every expanded object replaced by its id.
  var objects: [String: JSONObject] = [:]
  var edges: [EdgeKey: CachedEdge] = [:]
  /// Names that the server has ignored in an expand: the end of ids, a slash, the name.
  var ignoredNames: Set<String> = []

  /// Forgets every edge of a source.
  mutating func forgetEdges(of source: String) {
    edges = edges.filter { $0.key.source != source }
  }

  /// Gives the edges of a source to another, which keeps those that it has.
  mutating func moveEdges(of source: String, to other: String) {
    for (key, edge) in edges where key.source == source {
      edges[key] = nil
      let moved = EdgeKey(source: other, edge: key.edge)
      if edges[moved] == nil { edges[moved] = edge }
    }
  }
}
