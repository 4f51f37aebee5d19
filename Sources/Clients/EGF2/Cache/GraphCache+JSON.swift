import GhostlightCore

extension GraphCache {
  /// The cache as it is written to disk.
  var json: JSON {
    let objects = objects.sorted { $0.key < $1.key }.map { JSON.object($0.value) }
    let edges = edges.sorted { ($0.key.source, $0.key.edge) < ($1.key.source, $1.key.edge) }
    return [
      "version": 1,
      "objects": .array(objects),
      "edges": .array(
        edges.map { key, edge in
          [
            "source": .string(key.source), "edge": .string(key.edge),
            "total": .integer(Int64(edge.total)), "ids": .array(edge.ids.map(JSON.string)),
          ]
        }),
    ]
  }

  /// Reads what was written; what is not of this form is left out.
  init(_ bytes: [UInt8]) {
    let limits = JSONLimits(bytes: .max)
    guard let json = try? JSON.parse(bytes, limits: limits), json["version"] == 1 else { return }
    for object in json["objects"]?.array ?? [] {
      guard let object = object.object, let id = object["id"]?.string else { continue }
      objects[id] = object
    }
    for edge in json["edges"]?.array ?? [] {
      guard let source = edge["source"]?.string, let name = edge["edge"]?.string,
        let total = edge["total"]?.integer.flatMap({ Int(exactly: $0) }),
        (0...EdgePage.most).contains(total), let ids = edge["ids"]?.array
      else { continue }
      edges[EdgeKey(source: source, edge: name)] = CachedEdge(
        total: total, ids: ids.compactMap(\.string))
    }
  }
}
