import GhostlightCore
import GhostlightEmulation

/// A page of documents as a list answers them (A8).
struct DocumentList {
  /// The documents, with the fields that were asked for.
  private(set) var documents: [JSONObject] = []
  /// The names of the fields that they may have, in the definition's order.
  let names: [String]

  init(
    _ parameters: CRUDParameters, _ collection: CRUDCollection, _ configuration: MiaConfiguration,
    limit: Int?
  ) throws(Fault) {
    let selection = try parameters.selection()
    var keys = try parameters.order()
    let projection = try DocumentProjection(parameters)
    names = projection.names + (selection.filter.hasText ? ["score"] : [])
    let isOrdered = !keys.isEmpty
    if keys.isEmpty, configuration.crudCompatibility == .seven {
      keys = collection.definition.defaultSorting
    }
    let skip = parameters.number(.skip) ?? 0
    let page = Self.page(
      of: collection, selection, keys, isOrdered: isOrdered, skip: skip, limit: limit ?? .max)
    for one in page {
      var document = try projection.answer(one.document, foundBy: selection.filter)
      if let text = selection.filter.text { document["score"] = .double(text.score(one.document)) }
      documents.append(document)
    }
  }

  /// The page: in the order asked for, else from near to far, by score, by default or creation.
  private static func page(
    of collection: CRUDCollection, _ selection: CRUDSelection, _ keys: [MongoSort.Key],
    isOrdered: Bool, skip: Int, limit: Int
  ) -> [FoundDocument] {
    var found: [FoundDocument]
    if !isOrdered, let near = selection.filter.near {
      found = sorted(collection.matches(selection)) { document in
        near.path.values(in: document).compactMap(near.ring.distance).min() ?? .infinity
      }
    } else if !isOrdered, let text = selection.filter.text {
      found = sorted(collection.matches(selection)) { -text.score($0) }
    } else if keys.isEmpty {
      return collection.page(selection, skip: skip, limit: limit)
    } else {
      found = MongoSort(keys: keys).sorted(collection.matches(selection))
    }
    return Array(found.dropFirst(skip).prefix(limit))
  }

  private static func sorted(
    _ found: [FoundDocument], by rank: (JSONObject) -> Double
  ) -> [FoundDocument] {
    let ranks = found.map { rank($0.document) }
    return found.indices.sorted { left, right in
      ranks[left] == ranks[right] ? left < right : ranks[left] < ranks[right]
    }.map { found[$0] }
  }
}
