import GhostlightCore

extension GraphCache {
  /// Keeps an object of an answer, with everything that was expanded in it.
  ///
  /// - Returns: its id; `nil` where it has none.
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

  /// Keeps the objects of a page, and their order as the beginning of the edge.
  mutating func absorb(
    _ page: EdgePage, of key: EdgeKey, _ items: [ExpandItem], _ types: ModelTypes,
    isManual: Bool = false
  ) {
    let ids = page.objects.compactMap { absorb($0, items, types) }
    edges[key, default: CachedEdge(total: page.count)]
      .takeFirstPage(ids, total: page.count, isManual: isManual)
  }

  /// Keeps the objects of a page, and their order after a listed object.
  mutating func absorb(
    _ page: EdgePage, of key: EdgeKey, after id: String, _ items: [ExpandItem],
    _ types: ModelTypes
  ) {
    let ids = page.objects.compactMap { absorb($0, items, types) }
    edges[key]?.takePage(ids, after: id, total: page.count)
  }

  /// The entry of ``ignoredNames`` for a name in objects of an id's type.
  static func ignored(_ name: String, of id: String) -> String {
    "\(ModelTypes.code(of: id) ?? id)/\(name)"
  }

  /// A member with ids in place of the objects that were expanded.
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
