import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Which fields of a document are answered, and in which form (A7).
struct DocumentProjection: Sendable {
  /// A choice of fields.
  enum Choice: Sendable {
    /// All fields.
    case all
    /// These paths and the id; `x.$` is the element that the filter matches.
    case only([FilterPath])
    /// All but these paths.
    case without([FilterPath])
  }

  let choice: Choice
  /// The fields that are made, after those that are chosen.
  let computed: [ComputedField]
  /// Whether the id is answered.
  let hasID: Bool
  /// The only fields the caller may read.
  let columns: Set<BytewiseString>?
  let definition: CRUDDefinition
  /// Whether a whole document goes out as it is stored.
  private let isPlain: Bool

  /// Whether all documents go out as they are stored.
  var isWhole: Bool {
    guard case .all = choice else { return false }
    return isPlain
  }

  /// The document as it goes out; `filter` is what found it.
  ///
  /// - Throws: ``Fault/crudDatabase`` where an expression meets a value of the wrong kind.
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

  /// The names of the fields that answers may have, in the definition's order.
  var names: [String] {
    var names: [String] = []
    for name in definition.fields.map(\.name) where isReadable(name) {
      switch choice {
      case .all: names.append(name)
      case .only(let paths):
        let isWanted = name == "_id" ? hasID : paths.contains { name.isExactly($0.root) }
        if isWanted { names.append(name) }
      case .without(let paths):
        if !paths.contains(where: { $0.isField && name.isExactly($0.root) }) { names.append(name) }
      }
    }
    for field in computed
    where !names.containsExactly(field.path.root) && isReadable(field.path.root) {
      names.append(field.path.root)
    }
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
        guard let position,
          let element = member.value[position]
        else { continue }
        result.append(member.key, .array([element]))
      } else if let reduced = try Self.reduced(
        member.value, to: below.map { $0.names.dropFirst() }, budget)
      {
        result.append(member.key, reduced)
      }
    }
    return result
  }

  /// The value with these paths alone, or `nil` for what has no members.
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
  /// What a request asks for, within what its caller may read.
  init(_ parameters: CRUDParameters, of collection: CRUDCollection) throws(Fault) {
    let definition = parameters.definition
    self.definition = definition
    let columns = NameList.columns(.aclReadColumns, of: parameters.request)
    self.columns = columns
    isPlain = columns == nil && !definition.hasPlaces && !collection.isShared
    guard let raw = try parameters.encodedText(.rawProjection) else {
      computed = []
      hasID = true
      guard let text = parameters.text(.projection) else {
        choice = .all
        return
      }
      // Columns and names are compared as a whole, so a path is no column.
      let names = NameList.names(text)
      let known = names.filter { columns?.contains(BytewiseString($0)) ?? true }.map(
        FilterPath.init)
      choice = .only(known.filter { definition.field($0.root) != nil })
      return
    }
    guard parameters.text(.projection) == nil else { throw .crudBothProjections }
    let projection = try RawProjection(raw, within: parameters.budget)
    computed = projection.computed
    hasID = !projection.excluded.contains { $0.text == "_id" }
    guard !projection.isInclusive else {
      choice = .only(projection.included)
      return
    }
    if let columns,
      projection.excluded.contains(where: { columns.contains(BytewiseString($0.root)) })
    {
      throw .crudProjectionOfColumn
    }
    choice = .without(projection.excluded)
  }
}

extension DocumentProjection {
  /// The answer with the fields that are made; they know no more of the document than the caller.
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
      case (.slice(let slice), .array(let elements)?):
        value = .array(slice.applied(to: elements))
      case (.element(let condition), .array(let elements)?):
        value = try Self.first(of: elements, condition, budget).map { .array([$0]) }
      case (.slice, _): value = old
      case (.element, _): value = .none
      }
      // It may stand in the answer any number of times.
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

/// A field that a raw projection makes, or makes less of (A7).
struct ComputedField: Sendable {
  /// What is made.
  enum Content: Sendable {
    /// The value of an expression.
    case expression(ProjectionExpression)
    /// Some elements of the field's own array.
    case slice(ElementSlice)
    /// The first element of the field's own array that a filter holds of.
    case element(FilterCondition)
  }

  let path: FilterPath
  let content: Content
}

/// Some elements of an array: the first ones, the last ones, or those from a position on.
struct ElementSlice: Sendable, Hashable {
  /// From where on; below zero from the end.
  private var start: Int?
  /// How many; below zero the last ones.
  private var count: Int

  /// Reads a count, or a position and a count.
  ///
  /// - Throws: ``Fault/crudDatabase``.
  init(_ values: ArraySlice<JSON>) throws(Fault) {
    var numbers: [Int] = []
    for value in values { numbers.append(try Self.integer(value)) }
    guard let count = numbers.last, numbers.count <= 2 else {
      throw .database("$slice takes a count, or a position and a count")
    }
    self.count = count
    guard numbers.count == 2 else { return }
    guard count > 0 else { throw .database("$slice: the count after a position must be positive") }
    start = numbers[0]
  }

  /// A whole number within reach.
  static func integer(_ value: JSON) throws(Fault) -> Int {
    guard let number = value.number.flatMap({ Int32(exactly: $0) }) else {
      throw .database("\(value.text()) is no 32-bit integer")
    }
    return Int(number)
  }

  func applied(to elements: [JSON]) -> [JSON] {
    guard let start else {
      return count < 0 ? Array(elements.suffix(-count)) : Array(elements.prefix(count))
    }
    let first = start < 0 ? max(0, elements.count + start) : start
    return Array(elements.dropFirst(first).prefix(count))
  }
}
