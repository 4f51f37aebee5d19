import GhostlightCore
import GhostlightEmulation

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
