import GhostlightCore
import GhostlightEmulation

/// A collection of the CRUD service with its documents by id.
struct CRUDCollection: Sendable {
  let definition: CRUDDefinition
  var access: CollectionAccess
  var documents: DocumentCollection

  init(_ definition: CRUDDefinition, access: CollectionAccess = .secreted) {
    self.definition = definition
    self.access = access
    var indexes: [IndexDefinition] = []
    for index in definition.indexes where index.kind == .normal || index.kind == .hash {
      // Paths through arrays cannot be indexed by name, so only fields are.
      for field in index.fields where !field.contains(".") {
        indexes.append(IndexDefinition(FieldPath(field)))
      }
    }
    documents = DocumentCollection(indexes: indexes)
  }

  /// The documents that match, in order of creation.
  func matches(_ selection: CRUDSelection) -> [FoundDocument] {
    if let id = selection.id {
      guard let document = documents[id], selection.predicate.matches(document) else { return [] }
      return [FoundDocument(key: id, sequence: 0, document: document)]
    }
    return documents.find(Query(selection.predicate)).documents
  }

  /// A page of the documents that match, in order of creation.
  func page(_ selection: CRUDSelection, skip: Int = 0, limit: Int) -> [FoundDocument] {
    guard selection.id == nil else {
      return Array(matches(selection).dropFirst(skip).prefix(limit))
    }
    return documents.page(Query(selection.predicate, offset: skip, limit: limit))
  }

  /// The first document that matches, or `nil`.
  func first(_ selection: CRUDSelection) -> FoundDocument? { page(selection, limit: 1).first }

  /// The index that a document would violate, or `nil`; `key` is the document's own id.
  func violated(by document: JSONObject, key: String) -> CRUDIndex? {
    for index in definition.indexes where index.isUnique && index.kind == .normal {
      let predicate = Predicate.and(
        index.fields.map { field in Self.collision(at: FilterPath(field), of: document) })
      for found in documents.page(Query(predicate, limit: 2)) where found.key != key {
        return index
      }
    }
    return nil
  }

  /// The documents that have one of the values that a document has at a path; missing is null.
  private static func collision(at path: FilterPath, of document: JSONObject) -> Predicate {
    var values: [JSON] = []
    for value in path.values(in: document) {
      if case .array(let elements)? = value {
        values += elements
      } else {
        values.append(value ?? .null)
      }
    }
    return FilterCondition.isOneOf(values.isEmpty ? [.null] : values).predicate(at: path)
  }
}
