import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The fields of documents that a response contains, and how it shows them (A7).
struct DocumentProjection: Sendable {
  /// A selection of stored fields.
  enum Choice: Sendable {
    /// All fields.
    case all
    /// Only the fields at these paths, and the id.
    ///
    /// The path `x.$` selects the element of the array `x` that the filter matches.
    case only([FilterPath])
    /// All fields except those at these paths.
    case without([FilterPath])
  }

  let choice: Choice
  /// The computed fields, which come after the stored ones.
  let computed: [ComputedField]
  /// Whether the response contains the document's id.
  let hasID: Bool
  /// The names of the fields that the caller may read; `nil` for all fields.
  let columns: Set<BytewiseString>?
  let definition: CRUDDefinition
  /// The names in the request, in its order; `nil` if it does not name any.
  private let requested: [String]?
  /// Whether documents are returned exactly as stored if all their fields are selected.
  private let isPlain: Bool

  /// Whether documents are returned completely and exactly as stored.
  var isWhole: Bool {
    guard case .all = choice else { return false }
    return isPlain
  }

  /// Returns the part of a document that the response contains.
  ///
  /// `filter` is the filter that found the document.
  ///
  /// - Throws: ``Fault/crudDatabase`` if a value in an expression is of the wrong type.
  func answer(
    _ document: JSONObject, foundBy filter: Filter? = nil, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    if isWhole { return document }
    var result: JSONObject = [:]
    let chosen: JSONObject =
      switch choice {
      case .all: document
      case .only(let paths): try only(paths, of: document, filter, budget)
      case .without(let paths): try without(paths, document, budget)
      }
    try budget.spend(chosen.count)
    for member in chosen.members {
      guard let field = definition.field(member.key), isReadable(member.key) else { continue }
      result.append(member.key, Self.answer(member.value, field))
    }
    return computed.isEmpty ? result : try computing(result, document, within: budget)
  }

  /// The names of the columns in an export of comma-separated values, which may be dotted paths.
  ///
  /// - Source: crud-service 7.2.5, lib/httpInterface.js, `getExportColumns`.
  var names: [String] {
    var names = requested ?? definition.columns.filter(isReadable)
    if hasID, !names.containsExactly("_id") { names.insert("_id", at: 0) }
    return names
  }

  func isReadable(_ name: String) -> Bool {
    guard name != "_id", let columns else { return true }
    return columns.contains(BytewiseString(name))
  }

  private static func answer(_ value: JSON, _ field: CRUDField) -> JSON {
    guard field.kind == .geoPoint, let place = value["coordinates"] else { return value }
    return place
  }

  private func only(
    _ paths: [FilterPath], of document: JSONObject, _ filter: Filter?, _ budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    try budget.spend(document.count, times: paths.count >> 3 + 1)
    var result: JSONObject = [:]
    for member in document.members {
      let below = paths.filter { member.key.isExactly($0.root) }
      let isID = member.key == "_id"
      guard isID ? hasID : !below.isEmpty else { continue }
      if isID || below.contains(where: \.isField) {
        result.append(member.key, member.value)
      } else if below.contains(where: { $0.names.count == 2 && $0.names[1] == "$" }) {
        let position = try filter?.position(
          inArray: FilterPath(member.key), of: document, within: budget)
        guard let position, let element = member.value[position] else { continue }
        result.append(member.key, .array([element]))
      } else if let reduced = try Self.reduced(
        member.value, to: below.map { $0.names.dropFirst() }, budget)
      {
        result.append(member.key, reduced)
      }
    }
    return result
  }

  /// Returns `value` with only the parts at `paths`, or `nil` if `value` is neither an object nor
  /// an array.
  private static func reduced(
    _ value: JSON, to paths: [ArraySlice<String>], _ budget: WorkBudget
  ) throws(Fault) -> JSON? {
    switch value {
    case .object(let object):
      try budget.spend(object.count, times: paths.count >> 2 + 1)
      var result: JSONObject = [:]
      for member in object.members {
        let below = paths.filter { $0.first.map(member.key.isExactly) ?? false }
        guard !below.isEmpty else { continue }
        if below.contains(where: { $0.count == 1 }) {
          result.append(member.key, member.value)
        } else if let inner = try reduced(
          member.value, to: below.map { $0.dropFirst() }, budget)
        {
          result.append(member.key, inner)
        }
      }
      return .object(result)
    case .array(let elements):
      try budget.spend(elements.count)
      var kept: [JSON] = []
      for element in elements {
        if let inner = try reduced(element, to: paths, budget) { kept.append(inner) }
      }
      return .array(kept)
    default: return .none
    }
  }

  private func without(
    _ paths: [FilterPath], _ document: JSONObject, _ budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    var result = JSON.object(document)
    for path in paths { result = try Self.removing(path.names[...], from: result, budget) }
    return result.object ?? [:]
  }

  private static func removing(
    _ names: ArraySlice<String>, from value: JSON, _ budget: WorkBudget
  ) throws(Fault) -> JSON {
    guard let name = names.first else { return value }
    switch value {
    case .object(var object):
      try budget.spend(object.count >> 2 + 1)
      if names.count == 1 {
        object[name] = nil
      } else if let inner = object[name] {
        object[name] = try removing(names.dropFirst(), from: inner, budget)
      }
      return .object(object)
    case .array(let elements):
      try budget.spend(elements.count)
      var kept: [JSON] = []
      for element in elements { kept.append(try removing(names, from: element, budget)) }
      return .array(kept)
    default: return value
    }
  }
}

extension DocumentProjection {
  /// Creates the projection that a request asks for.
  ///
  /// It contains only fields that the caller may read.
  init(_ parameters: CRUDParameters, of collection: borrowing CRUDCollection) throws(Fault) {
    let definition = parameters.definition
    self.definition = definition
    let columns = NameList.columns(.aclReadColumns, of: parameters.request)
    self.columns = columns
    isPlain = columns == nil && !definition.hasPlaces && !collection.isShared
    guard let raw = try parameters.encodedText(.rawProjection), !raw.isEmpty else {
      (computed, hasID) = ([], true)
      guard let text = parameters.text(.projection), !text.isEmpty else {
        (choice, requested) = (.all, nil)
        return
      }
      // Allowed columns are compared with the whole name, so a dotted path never matches a column.
      let names = NameList.names(text).filter { columns?.contains(BytewiseString($0)) ?? true }
      requested = names
      choice = .only(names.map(FilterPath.init).filter { definition.field($0.root) != nil })
      return
    }
    guard parameters.text(.projection)?.isEmpty ?? true else { throw .crudBothProjections }
    let projection = try RawProjection(
      raw, parameters.target, readable: columns, within: parameters.budget)
    computed = projection.computed
    requested = projection.columns
    hasID = !projection.excluded.contains { $0.text == "_id" }
    choice =
      projection.isInclusive ? .only(projection.included) : .without(projection.excluded)
  }
}

extension DocumentProjection {
  /// Returns the response document with its computed fields.
  ///
  /// Expressions use only fields that the caller may read.
  func computing(
    _ answer: JSONObject, _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    try budget.spend(document.count)
    var readable: JSONObject = [:]
    for member in document.members where isReadable(member.key) {
      readable.append(member.key, member.value)
    }
    let scope = ProjectionScope(readable, within: budget)
    var result = JSON.object(answer)
    for field in computed where isReadable(field.path.root) {
      let names = field.path.names[...]
      let old = DocumentPath.value(at: names, in: .object(readable))
      let value: JSON?
      switch (field.content, old) {
      case (.expression(let expression), _): value = try scope.value(of: expression)
      case (.element(let condition), .array(let elements)?):
        value = try Self.first(of: elements, condition, budget).map { .array([$0]) }
      case (.element, _): value = .none
      }
      // An expression may repeat a large value any number of times, so its result is charged too.
      if let value { try budget.spend(walking: value) }
      result = try DocumentPath.writing(value, at: names, in: result, within: budget) ?? result
    }
    return result.object ?? answer
  }

  private static func first(
    of elements: [JSON], _ condition: FilterCondition, _ budget: WorkBudget
  ) throws(Fault) -> JSON? {
    try budget.spend(elements.count)
    for element in elements where try condition.holds(of: .array([element]), within: budget) {
      return element
    }
    return .none
  }
}

/// A field of a raw projection that is computed (A7).
struct ComputedField: Sendable {
  /// The definition of a computed field's value.
  enum Content: Sendable {
    case expression(ProjectionExpression)
    /// The first element that satisfies a condition, in the array that the document has in this
    /// field.
    case element(FilterCondition)
  }

  let path: FilterPath
  let content: Content
}
