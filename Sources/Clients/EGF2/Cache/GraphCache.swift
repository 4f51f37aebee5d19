import GhostlightCore

/// The cache of a graph: objects by id, and the first objects of edges.
///
/// - Source: protocol reference B8.
struct GraphCache: Sendable {
  /// The members of each cached object, keyed by the object's id.
  ///
  /// They are stored as the server sent them, but every expanded object is replaced by its id.
  var objects: [String: JSONObject] = [:]
  var edges: [EdgeKey: CachedEdge] = [:]
  /// The names that the server has ignored in `expand`.
  ///
  /// Each entry is the last part of an object's id, a slash and the name.
  var ignoredNames: Set<String> = []

  /// Returns whether the cached object `id` is newer than `object`, by `modified_at`.
  func hasNewer(_ id: String, than object: JSONObject) -> Bool {
    guard let known = objects[id]?["modified_at"]?.number, let other = object["modified_at"]?.number
    else { return false }
    return known > other
  }

  /// Removes all cached edges of the object with the id `source`.
  mutating func forgetEdges(of source: String) {
    edges = edges.filter { $0.key.source != source }
  }

  /// Moves the cached edges of an object to another id.
  ///
  /// An edge that the other id already has is unchanged.
  mutating func moveEdges(of source: String, to other: String) {
    for (key, edge) in edges where key.source == source {
      edges[key] = nil
      let moved = EdgeKey(source: other, edge: key.edge)
      if edges[moved] == nil { edges[moved] = edge }
    }
  }
}

extension GraphCache {
  /// The cache as JSON, for storage on disk.
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

  /// Parses a stored cache; invalid entries are skipped.
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

extension GraphCache {
  /// Returns an object with parts expanded, as a server would send it, or `nil` if a part is not
  /// cached.
  ///
  /// Edges in `items` are not part of the result, but the pages must be cached.
  func object(_ id: String, _ items: [ExpandItem], _ options: CacheOptions) -> JSONObject? {
    guard var object = objects[id] else { return nil }
    let fields = options.types.model(for: id).map { FieldMap.of($0) }
    for item in items {
      let path = item.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      if let field = path.first.flatMap({ fields?.field(json: $0) }) {
        guard let value = object[field.json] else { continue }
        guard let whole = expanded(value, field.kind, path.dropFirst(), item.items, options) else {
          return nil
        }
        object[field.json] = whole
      } else if !hasEdge(item, of: id, options) {
        return nil
      }
    }
    return object
  }

  /// Returns the cached objects of an edge after a given object, or `nil` if a request to the
  /// server is needed.
  func page(_ query: PageQuery, _ items: [ExpandItem], _ options: CacheOptions) -> EdgePage? {
    guard let edge = edges[query.key] else { return nil }
    if edge.total == 0 || query.count == 0 { return EdgePage([], count: edge.total) }
    var start = 0
    if let after = query.after {
      guard let position = edge.position(of: after) else { return nil }
      start = position + 1
      if start == edge.ids.count { return edge.isWhole ? EdgePage([], count: edge.total) : nil }
    }
    let wanted = query.count < 0 ? options.defaultPageSize : query.count
    guard edge.isWhole || edge.ids.count - start >= wanted else { return nil }
    var found: [JSONObject] = []
    for id in edge.ids.dropFirst(start).prefix(wanted) {
      guard let object = object(id, items, options) else { return nil }
      found.append(object)
    }
    return EdgePage(found, count: edge.total)
  }

  /// Returns whether the cache has as many objects of an edge as the item expands.
  private func hasEdge(_ item: ExpandItem, of id: String, _ options: CacheOptions) -> Bool {
    guard let edge = edges[EdgeKey(source: id, edge: item.name)] else {
      return ignoredNames.contains(Self.ignored(item.name, of: id))
    }
    let wanted = item.count ?? options.defaultPageSize
    guard edge.isWhole || edge.ids.count >= wanted else { return false }
    return edge.ids.prefix(wanted).allSatisfy { object($0, item.items, options) != nil }
  }

  /// Replaces the ids in a value by the objects with these ids.
  ///
  /// Returns the value unchanged if it cannot be expanded, and `nil` if an object is not cached.
  private func expanded(
    _ value: JSON, _ kind: FieldKind, _ path: ArraySlice<String>, _ items: [ExpandItem],
    _ options: CacheOptions
  ) -> JSON? {
    switch (kind, value) {
    case (.reference, .string(let id)):
      return object(id, items, options).map(JSON.object)
    case (.structure(let type), .object(var members)):
      guard let name = path.first, let field = FieldMap.of(type).field(json: name),
        let member = members[name]
      else { return value }
      guard let whole = expanded(member, field.kind, path.dropFirst(), items, options) else {
        return .none
      }
      members[name] = whole
      return .object(members)
    case (.list(let element), .array(let values)):
      var list: [JSON] = []
      for value in values {
        guard let whole = expanded(value, element, path, items, options) else { return .none }
        list.append(whole)
      }
      return .array(list)
    default: return value
    }
  }
}

extension GraphCache {
  /// Stores an object from a response, together with every object that is expanded in it.
  ///
  /// - Returns: The object's id, or `nil` if the object has no id.
  @discardableResult
  mutating func absorb(
    _ object: JSONObject, _ items: [ExpandItem], _ types: ModelTypes
  ) -> String? {
    guard let id = object["id"]?.string else { return nil }
    let fields = types.model(for: id).map { FieldMap.of($0) }
    var kept = JSONObject()
    for member in object.members {
      let (key, value) = (member.key, member.value)
      let inner = items.filter { $0.name == key }.flatMap(\.items)
      if fields?.field(json: key) == nil, let page = EdgePage(value) {
        absorb(page, of: EdgeKey(source: id, edge: key), inner, types)
      } else {
        kept.append(key, flattened(value, fields?.field(json: key)?.kind, key, items, types))
      }
    }
    for item in items where object[item.name] == nil {
      let name = item.name.prefix { $0 != "." }
      guard fields?.field(json: String(name)) == nil else { continue }
      ignoredNames.insert(Self.ignored(item.name, of: id))
    }
    objects[id] = kept
    return id
  }

  /// Stores the objects of an edge's first page, and their order.
  mutating func absorb(
    _ page: EdgePage, of key: EdgeKey, _ items: [ExpandItem], _ types: ModelTypes,
    isManual: Bool = false
  ) {
    let ids = page.objects.compactMap { absorb($0, items, types) }
    edges[key, default: CachedEdge(total: page.count)]
      .storeFirstPage(ids, total: page.count, isManual: isManual)
  }

  /// Stores the objects of a page that follows a listed object, and their order.
  mutating func absorb(
    _ page: EdgePage, of key: EdgeKey, after id: String, _ items: [ExpandItem],
    _ types: ModelTypes
  ) {
    let ids = page.objects.compactMap { absorb($0, items, types) }
    edges[key]?.storePage(ids, after: id, total: page.count)
  }

  /// Returns the entry of ``ignoredNames`` for `name` in objects of the same type as the object
  /// `id`.
  static func ignored(_ name: String, of id: String) -> String {
    "\(ModelTypes.code(of: id) ?? id)/\(name)"
  }

  /// Stores the objects that are expanded in `value`, and returns `value` with their ids instead of
  /// the objects.
  private mutating func flattened(
    _ value: JSON, _ kind: FieldKind?, _ path: String, _ items: [ExpandItem], _ types: ModelTypes
  ) -> JSON {
    switch (kind, value) {
    case (.reference, .object(let object)):
      let inner = items.filter { $0.name == path }.flatMap(\.items)
      return absorb(object, inner, types).map(JSON.string) ?? value
    case (nil, .object(let object)) where object["object_type"]?.string != nil:
      let inner = items.filter { $0.name == path }.flatMap(\.items)
      return absorb(object, inner, types).map(JSON.string) ?? value
    case (.structure(let type), .object(let object)):
      var members = JSONObject()
      for member in object.members {
        let kind = FieldMap.of(type).field(json: member.key)?.kind ?? .dictionary
        members.append(
          member.key, flattened(member.value, kind, "\(path).\(member.key)", items, types))
      }
      return .object(members)
    case (.list(let element), .array(let values)):
      return .array(values.map { flattened($0, element, path, items, types) })
    default: return value
    }
  }
}

/// The graph's settings that affect reading the cache.
struct CacheOptions: Sendable {
  let types: ModelTypes
  /// The size of a page that is requested without a count.
  let defaultPageSize: Int
}
