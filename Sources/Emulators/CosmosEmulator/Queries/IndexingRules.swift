import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The rules by which a container's indexing policy permits a query, which a strict account applies
/// (B13.1).
struct IndexingRules {
  private let policy: JSON?
  private let isIndexed: Bool

  init(_ settings: ContainerSettings) {
    policy = settings.json["indexingPolicy"]
    isIndexed = settings.isIndexed
  }

  /// Rejects a query that needs an index which the container does not have.
  ///
  /// - Throws: A refusal in the service's words.
  func check(_ statement: SQLStatement, _ request: Request) throws(Fault) {
    guard statement.readsDocuments else { return }
    let order = statement.query.order
    guard isIndexed else {
      guard order.isEmpty else { throw .orderNotIndexed }
      guard statement.query.condition == nil || request.headers.isTrue(.msEnableScan) else {
        throw .filterNotIndexed
      }
      return
    }
    let keys: [(path: [String], isDescending: Bool)] = order.compactMap { key in
      statement.path(of: key.expression).map { (path: $0, isDescending: key.isDescending) }
    }
    // A key that is not a path of the document, such as a computed property, has its own index.
    guard !keys.isEmpty, keys.count == order.count else { return }
    guard keys.count > 1 else {
      guard includes(keys[0].path) else { throw .orderNotIndexed }
      return
    }
    guard hasCompositeIndex(keys) else { throw .missingCompositeIndex }
  }

  /// Returns whether a composite index has the same paths in the same sequence, and the same
  /// directions or the opposite ones.
  private func hasCompositeIndex(_ keys: [(path: [String], isDescending: Bool)]) -> Bool {
    let indexes = policy?["compositeIndexes"]?.array ?? []
    return indexes.contains { index in
      let parts = index.array ?? []
      guard parts.count == keys.count else { return false }
      var turned: Set<Bool> = []
      for (part, key) in zip(parts, keys) {
        guard let path = IndexingPath(part["path"]?.string ?? ""), path.isSame(as: key.path) else {
          return false
        }
        turned.insert((part["order"]?.string?.lowercased() == "descending") != key.isDescending)
      }
      return turned.count == 1
    }
  }

  /// Returns whether the policy indexes the scalars at a path.
  ///
  /// The most precise path decides. `id` and `_ts` are always indexed.
  private func includes(_ names: [String]) -> Bool {
    guard names != ["id"], names != ["_ts"] else { return true }
    return precision(of: names, among: "includedPaths")
      > precision(of: names, among: "excludedPaths")
  }

  /// Returns the precision of the most precise path that covers `names`; -1 if there is none.
  private func precision(of names: [String], among list: String) -> Int {
    let paths = policy?[list]?.array ?? []
    return paths.compactMap { $0["path"]?.string.flatMap(IndexingPath.init) }
      .filter { $0.covers(names) }.map(\.precision).max() ?? -1
  }
}

/// A path of an indexing policy, such as `/address/*` or `/"city name"/?`.
struct IndexingPath {
  let names: [String]
  private let coversChildren: Bool

  /// Creates a path from its text, or returns `nil` if the text is invalid.
  init?(_ text: String) {
    guard var names = ContainerSettings.names(text) else {
      guard text == "/" else { return nil }
      self.names = []
      coversChildren = false
      return
    }
    coversChildren = names.last == "*"
    if names.last == "*" || names.last == "?" { names.removeLast() }
    self.names = names
  }

  /// Returns whether the path stands for the scalars at a path of a document.
  func covers(_ path: [String]) -> Bool {
    coversChildren ? path.starts(with: names) { $0.isExactly($1) } : isSame(as: path)
  }

  func isSame(as path: [String]) -> Bool { FieldPath(names) == FieldPath(path) }

  /// A number that is greater for a path that covers less.
  var precision: Int { names.count * 2 + (coversChildren ? 0 : 1) }
}

extension SQLStatement {
  /// Returns the names on the path from the document to an expression's value; `nil` if the
  /// expression is not a path of the document.
  fileprivate func path(of expression: SQLExpression) -> [String]? {
    guard let first = query.sources.first, !first.isIterated, first.origin == .path(.slot(0))
    else { return nil }
    var names: [String] = []
    var rest = expression
    while case .member(let inner, let name) = rest {
      names.append(name)
      rest = inner
    }
    guard rest == .slot(first.slot), !names.isEmpty else { return nil }
    return names.reversed()
  }
}

extension HTTPField.Name {
  static let msEnableScan = known("x-ms-documentdb-query-enable-scan")
}
