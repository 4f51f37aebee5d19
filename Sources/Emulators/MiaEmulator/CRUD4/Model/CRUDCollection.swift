import GhostlightCore
import GhostlightEmulation

/// A collection of the CRUD service, with its definition, documents and access rule.
struct CRUDCollection: Sendable {
  let definition: CRUDDefinition
  var access: CollectionAccess
  var documents = DocumentCollection()
  /// This definition's indexes, followed by those of other definitions of the same database
  /// collection.
  private(set) var indexes: [CRUDIndex] = []
  /// Whether another definition uses the same database collection, so that documents may also
  /// contain that definition's fields.
  private(set) var isShared = false
  /// Whether a document with a value of another type than the definition was stored.
  private(set) var isMixed = false
  /// The condition that a document had expired when the last request arrived; `nil` if documents do
  /// not expire.
  private var expired: Predicate?

  init(_ definition: CRUDDefinition, access: CollectionAccess = .secreted) {
    self.definition = definition
    self.access = access
    indexes = definition.indexes
    indexDocuments()
  }

  /// Uses the documents of `other`, and adds those indexes of `other` that this collection does not
  /// have.
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
      // A dotted path may lead through arrays, which an index does not support, so only top-level
      // fields are indexed.
      for field in index.fields where !field.contains(".") {
        documents.addIndex(IndexDefinition(FieldPath(field)))
      }
    }
  }

  /// Whether documents may have values of other types than the definition.
  var mayDiffer: Bool { isMixed || isShared }

  /// Compares a document that was stored without a check with the definition.
  mutating func check(_ document: JSONObject) {
    isMixed = isMixed || definition.differs(from: document)
  }

  /// The maximum number of expired documents that one request removes for each index.
  private static let slice = 1_000

  /// Hides the documents that have expired, and removes some of them.
  ///
  /// A request removes only a part of many expired documents, so that it does not take much longer
  /// than others. The rest is hidden until later requests remove it. Only values of date fields
  /// expire.
  ///
  /// - Returns: Whether documents were removed.
  mutating func expire(at milliseconds: Int64) -> Bool {
    var conditions: [Predicate] = []
    for index in indexes {
      guard let lifetime = index.lifetime, definition.field(index.fields[0])?.kind == .date
      else { continue }
      let latest = (Double(milliseconds) - lifetime * 1000).rounded(.down)
      guard let bound = FilterValue.date(.double(latest)) else { continue }
      var parts = [FilterCondition.lessOrEqual(bound).predicate(at: FilterPath(index.fields[0]))]
      if let condition = index.condition { parts.append(condition) }
      conditions.append(.and(parts))
    }
    guard !conditions.isEmpty else { return false }
    expired = .or(conditions)
    let keys = conditions.flatMap { documents.keys(matching: $0, limit: Self.slice) }
    for key in keys { documents.remove(key) }
    return !keys.isEmpty
  }

  /// Returns a condition without the documents that have expired.
  func alive(_ predicate: Predicate) -> Predicate {
    guard let expired else { return predicate }
    return .and([predicate, .not(expired)])
  }

  /// Returns the document with an id, or `nil` if there is none or it has expired.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func document(_ id: String, within budget: WorkBudget) throws(Fault) -> JSONObject? {
    guard let document = documents[id] else { return nil }
    return try expired?.matches(document, within: budget) == true ? nil : document
  }

  /// Returns the number of documents, without those that have expired.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func count(within budget: WorkBudget) throws(Fault) -> Int {
    guard let expired else { return documents.count }
    return documents.count - (try documents.find(Query(expired, limit: 0), within: budget).total)
  }

  /// Returns the matching documents in creation order.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func matches(
    _ selection: CRUDSelection, within budget: WorkBudget
  ) throws(Fault) -> [FoundDocument] {
    if let id = selection.id {
      guard let found = documents.found(id),
        try alive(selection.predicate).matches(found.document, within: budget)
      else { return [] }
      return [found]
    }
    return try documents.find(Query(alive(selection.predicate)), within: budget).documents
  }

  /// Returns a page of the matching documents in creation order.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func page(
    _ selection: CRUDSelection, skip: Int = 0, limit: Int, within budget: WorkBudget
  ) throws(Fault) -> [FoundDocument] {
    guard selection.id == nil else {
      return Array(try matches(selection, within: budget).dropFirst(skip).prefix(limit))
    }
    return try documents.page(
      Query(alive(selection.predicate), offset: skip, limit: limit), within: budget)
  }

  /// Returns the first matching document, or `nil` if no document matches.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func first(
    _ selection: CRUDSelection, within budget: WorkBudget
  ) throws(Fault) -> FoundDocument? {
    try page(selection, limit: 1, within: budget).first
  }

  /// Returns the unique index that a document would violate, or `nil` if it violates none.
  ///
  /// `key` is the document's id. A stored document with this id is the same document and does not
  /// count as a duplicate.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
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
      let found = try documents.page(Query(alive(.and(parts)), limit: 2), within: budget)
      for one in found where !one.key.isExactly(key) { return index }
    }
    return nil
  }

  /// Returns the condition that another document has one of this document's values at a path.
  ///
  /// A missing value equals null.
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

/// The state of a document, which its field `__STATE__` contains (A13).
enum DocumentState: String, Sendable, Hashable, CaseIterable {
  case published = "PUBLIC"
  case draft = "DRAFT"
  case trash = "TRASH"
  case deleted = "DELETED"

  /// The states from which a document can change to this state.
  var origins: [DocumentState] {
    switch self {
    case .published: [.draft]
    case .draft: [.published, .trash]
    case .trash: [.published, .draft, .deleted]
    case .deleted: [.trash]
    }
  }

  /// The schema of a string that names one of the four states.
  static let schema: ValueSchema = {
    var schema = ValueSchema(.string)
    schema.choices = allCases.map { .string($0.rawValue) }
    return schema
  }()

  /// Returns the items of a comma-separated list of states (A5).
  ///
  /// Items that are not states are allowed, as in the service, but the list must contain at least
  /// one state.
  ///
  /// - Throws: ``Fault/crudValidation`` with the position of the list in the request if it contains
  ///   no state.
  static func words(_ list: String, at place: String) throws(Fault) -> [String] {
    guard allCases.contains(where: { list.contains($0.rawValue) }) else {
      let states = allCases.map(\.rawValue).joined(separator: "|")
      throw .validation("\(place) must match pattern \"(\(states))\"")
    }
    return list.split(separator: ",").map(String.init)
  }
}
