import GhostlightCore

extension GraphCache {
  /// An object as a server would send it with these parts expanded; `nil` where a part is missing.
  ///
  /// Pages of edges are not put into it, but have to be there.
  func object(_ id: String, _ items: [ExpandItem], _ terms: CacheTerms) -> JSONObject? {
    guard var object = objects[id] else { return nil }
    let fields = terms.types.model(for: id).map { FieldMap.of($0) }
    for item in items {
      let path = item.name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      if let field = path.first.flatMap({ fields?.field(json: $0) }) {
        guard let value = object[field.json] else { continue }
        guard let whole = expanded(value, field.kind, path.dropFirst(), item.items, terms) else {
          return nil
        }
        object[field.json] = whole
      } else if !hasEdge(item, of: id, terms) {
        return nil
      }
    }
    return object
  }

  /// What is listed of an edge after an object; `nil` where a server has to be asked.
  func page(_ query: PageQuery, _ items: [ExpandItem], _ terms: CacheTerms) -> EdgePage? {
    guard let edge = edges[query.key] else { return nil }
    if edge.total == 0 || query.count == 0 { return EdgePage([], count: edge.total) }
    var start = 0
    if let after = query.after {
      guard let position = edge.position(of: after) else { return nil }
      start = position + 1
      if start == edge.ids.count { return edge.isWhole ? EdgePage([], count: edge.total) : nil }
    }
    let wanted = query.count < 0 ? terms.defaultPageSize : query.count
    guard edge.isWhole || edge.ids.count - start >= wanted else { return nil }
    var found: [JSONObject] = []
    for id in edge.ids.dropFirst(start).prefix(wanted) {
      guard let object = object(id, items, terms) else { return nil }
      found.append(object)
    }
    return EdgePage(found, count: edge.total)
  }

  /// Whether the beginning of an edge is here, as far as it is wanted.
  private func hasEdge(_ item: ExpandItem, of id: String, _ terms: CacheTerms) -> Bool {
    guard let edge = edges[EdgeKey(source: id, edge: item.name)] else {
      return ignoredNames.contains(Self.ignored(item.name, of: id))
    }
    let wanted = item.count ?? terms.defaultPageSize
    guard edge.isWhole || edge.ids.count >= wanted else { return false }
    return edge.ids.prefix(wanted).allSatisfy { object($0, item.items, terms) != nil }
  }

  /// A value with the object in place of its id; as it is where that cannot be expanded.
  private func expanded(
    _ value: JSON, _ kind: FieldKind, _ path: ArraySlice<String>, _ items: [ExpandItem],
    _ terms: CacheTerms
  ) -> JSON? {
    switch (kind, value) {
    case (.reference, .string(let id)):
      return object(id, items, terms).map(JSON.object)
    case (.structure(let type), .object(var members)):
      guard let name = path.first, let field = FieldMap.of(type).field(json: name),
        let member = members[name]
      else { return value }
      guard let whole = expanded(member, field.kind, path.dropFirst(), items, terms) else {
        return .none
      }
      members[name] = whole
      return .object(members)
    case (.list(let element), .array(let values)):
      var list: [JSON] = []
      for value in values {
        guard let whole = expanded(value, element, path, items, terms) else { return .none }
        list.append(whole)
      }
      return .array(list)
    default: return value
    }
  }
}
