import GhostlightCore
import GhostlightEmulation

/// A collection of the CRUD service with its documents by id.
struct CRUDCollection: Sendable {
  let definition: CRUDDefinition
  var access: CollectionAccess
  var documents = DocumentCollection()
  /// Those of the definition, then those of others that name the same collection of the database.
  private(set) var indexes: [CRUDIndex] = []
  /// Whether documents may have fields of other definitions.
  private(set) var isShared = false

  init(_ definition: CRUDDefinition, access: CollectionAccess = .secreted) {
    self.definition = definition
    self.access = access
    indexes = definition.indexes
    indexDocuments()
  }

  /// Takes over the documents of another collection and its indexes beside the own ones.
  mutating func share(with other: CRUDCollection) {
    isShared = true
    documents = other.documents
    for index in other.indexes
    where !indexes.contains(where: { index.kind == $0.kind && index.name.isExactly($0.name) }) {
      indexes.append(index)
    }
    indexDocuments()
  }

  private mutating func indexDocuments() {
    for index in indexes where index.kind == .normal || index.kind == .hash {
      // Paths through arrays cannot be indexed by name, so only fields are.
      for field in index.fields where !field.contains(".") {
        documents.addIndex(IndexDefinition(FieldPath(field)))
      }
    }
  }

  /// The documents that match, in order of creation.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func matches(
    _ selection: CRUDSelection, within budget: WorkBudget
  ) throws(Fault) -> [FoundDocument] {
    if let id = selection.id {
      guard let found = documents.found(id),
        try selection.predicate.matches(found.document, within: budget)
      else { return [] }
      return [found]
    }
    return try documents.find(Query(selection.predicate), within: budget).documents
  }

  /// A page of the documents that match, in order of creation.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func page(
    _ selection: CRUDSelection, skip: Int = 0, limit: Int, within budget: WorkBudget
  ) throws(Fault) -> [FoundDocument] {
    guard selection.id == nil else {
      return Array(try matches(selection, within: budget).dropFirst(skip).prefix(limit))
    }
    return try documents.page(
      Query(selection.predicate, offset: skip, limit: limit), within: budget)
  }

  /// The first document that matches, or `nil`.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func first(
    _ selection: CRUDSelection, within budget: WorkBudget
  ) throws(Fault) -> FoundDocument? {
    try page(selection, limit: 1, within: budget).first
  }

  /// The index that a document would violate, or `nil`; `key` is the document's own id.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func violated(
    by document: JSONObject, key: String, within budget: WorkBudget
  ) throws(Fault) -> CRUDIndex? {
    for index in indexes where index.isUnique && index.kind == .normal {
      var parts: [Predicate] = []
      if let condition = index.condition {
        guard try condition.matches(document, within: budget) else { continue }
        parts.append(condition)
      }
      for field in index.fields {
        parts.append(try Self.collision(at: FilterPath(field), of: document, within: budget))
      }
      let found = try documents.page(Query(.and(parts), limit: 2), within: budget)
      for one in found where !one.key.isExactly(key) { return index }
    }
    return nil
  }

  /// The documents that have one of the values that a document has at a path; missing is null.
  private static func collision(
    at path: FilterPath, of document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> Predicate {
    var values: [JSON] = []
    for value in try path.values(in: document, within: budget) {
      if case .array(let elements)? = value {
        try budget.spend(elements.count)
        values += elements
      } else {
        values.append(value ?? .null)
      }
    }
    return FilterCondition.isOneOf(values.isEmpty ? [.null] : values).predicate(at: path)
  }
}

/// What state a document is in (A13).
enum DocumentState: String, Sendable, Hashable, CaseIterable {
  case published = "PUBLIC"
  case draft = "DRAFT"
  case trash = "TRASH"
  case deleted = "DELETED"

  /// The states that this one can be reached from.
  var origins: [DocumentState] {
    switch self {
    case .published: [.draft]
    case .draft: [.published, .trash]
    case .trash: [.published, .draft, .deleted]
    case .deleted: [.trash]
    }
  }

  /// The four words, as a schema has them.
  static let schema: ValueSchema = {
    var schema = ValueSchema(.string)
    schema.choices = allCases.map { .string($0.rawValue) }
    return schema
  }()

  /// The words of a list with commas between them, one of which at least has a state in it (A5).
  ///
  /// - Throws: ``Fault/crudValidation`` with the place.
  static func words(_ list: String, at place: String) throws(Fault) -> [String] {
    guard allCases.contains(where: { list.contains($0.rawValue) }) else {
      let states = allCases.map(\.rawValue).joined(separator: "|")
      throw .validation("\(place) must match pattern \"(\(states))\"")
    }
    return list.split(separator: ",").map(String.init)
  }
}
