import GhostlightCore
import GhostlightEmulation

/// The parameter `_rawp`, read (A7): fields with 1 or with 0, and fields that are computed.
struct RawProjection {
  private(set) var included: [FilterPath] = []
  private(set) var excluded: [FilterPath] = []
  private(set) var computed: [ComputedField] = []
  private let budget: WorkBudget

  /// Reads a projection object.
  ///
  /// - Throws: ``Fault/crudText``, ``Fault/crudProjectionOperator`` and ``Fault/crudDatabase``.
  ///   Also ``Fault/workLimit(_:)``.
  init(_ text: String, within budget: WorkBudget) throws(Fault) {
    guard case .object(let object) = try CRUDFilterText.json(text, within: budget) else {
      throw .database("projection must be an object")
    }
    self.budget = budget
    try budget.spend(walking: object)
    try read(object, below: "")
    let others = excluded.filter { $0.text != "_id" }
    guard let first = others.first, isInclusive else { return }
    throw .database("Cannot do exclusion on field \(first.text) in inclusion projection")
  }

  /// Whether only what is named is answered; parts of arrays alone leave the rest as it is.
  var isInclusive: Bool {
    !included.isEmpty
      || computed.contains { field in
        if case .slice = field.content { false } else { true }
      }
  }

  private mutating func read(_ object: JSONObject, below parent: String) throws(Fault) {
    for member in object.members {
      guard !member.key.isEmpty, !member.key.hasPrefix("$") else {
        throw .crudProjectionOperator.filled(["name": member.key])
      }
      let path = FilterPath(parent + member.key)
      switch member.value {
      case .object(let inner): try read(inner, at: path)
      case .string, .array:
        computed.append(
          ComputedField(
            path: path, content: .expression(try ProjectionParser().parse(member.value))))
      default:
        if FilterValue.isTrue(member.value) {
          included.append(path)
        } else {
          excluded.append(path)
        }
      }
    }
  }

  private mutating func read(_ object: JSONObject, at path: FilterPath) throws(Fault) {
    guard let member = object.members.first else {
      throw .database("An empty sub-projection is not a valid value")
    }
    guard member.key.hasPrefix("$") else {
      guard path.names.count < FilterParser.deepest else {
        throw .database("Exceeded depth limit of \(FilterParser.deepest) projections")
      }
      return try read(object, below: path.text + ".")
    }
    computed.append(ComputedField(path: path, content: try content(member, object)))
  }

  private func content(
    _ member: JSONObject.Member, _ object: JSONObject
  ) throws(Fault) -> ComputedField.Content {
    if member.key == "$elemMatch" {
      do throws(FilterProblem) {
        let conditions = try FilterParser(schema: nil, within: budget)
          .operators(object, of: nil)
        guard let condition = conditions.first else {
          throw .database("$elemMatch needs an Object")
        }
        return .element(condition)
      } catch { throw .filter(error) }
    }
    if member.key == "$slice" {
      if member.value.number != nil { return .slice(try ElementSlice([member.value])) }
      if let values = member.value.array, values.count == 2, values.allSatisfy({ $0.number != nil })
      {
        return .slice(try ElementSlice(values[...]))
      }
    }
    return .expression(try ProjectionParser().parse(.object(object)))
  }
}
