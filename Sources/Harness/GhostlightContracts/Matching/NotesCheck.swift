import GhostlightCore
import HTTPTypes

/// Checks a response against the requirements in an interaction's notes, which Pact cannot express.
struct NotesCheck {
  let notes: ContractNotes
  let promise: PactResponse
  let response: Response
  let catalogue: ProviderCatalogue?

  var failures: [ContractFailure] { absentHeaders + absentFields + extraFields + order + fault }

  private var absentHeaders: [ContractFailure] {
    notes.absentHeaders.compactMap { name in
      guard let field = HTTPField.Name(name), let value = response.headers[field] else {
        return nil
      }
      return ContractFailure(at: "header \(name)", expected: "no such field", actual: value)
    }
  }

  private func matches(_ text: String) -> [PathMatch] {
    guard let path = PactPath(text), let json = response.json else { return [] }
    return path.matches(in: json)
  }

  private var absentFields: [ContractFailure] {
    notes.absentFields.flatMap { path in
      matches(path).map { match in
        ContractFailure(
          at: match.path.description, expected: "no such field",
          actual: JSONComparison.short(match.value))
      }
    }
  }

  private var extraFields: [ContractFailure] {
    guard case .json(let example, _)? = promise.body else { return [] }
    return notes.noExtraFields.flatMap { path in
      matches(path).flatMap { match -> [ContractFailure] in
        let wanted = example.example(for: match.path)?.object
        guard let wanted, let object = match.value.object else { return [] }
        return object.filter { wanted[$0.key] == nil }.map { member in
          ContractFailure(
            at: match.path.appending(.member(member.key)).description,
            expected: "no further field", actual: JSONComparison.short(member.value))
        }
      }
    }
  }

  private var order: [ContractFailure] {
    notes.order.compactMap { promise in
      let values = matches(promise.path).map(\.value)
      for (left, right) in zip(values, values.dropFirst()) {
        let (low, high) = promise.direction == .ascending ? (left, right) : (right, left)
        guard !low.precedesOrEquals(high) else { continue }
        return ContractFailure(
          at: promise.path, expected: promise.direction.rawValue,
          actual: "\(JSONComparison.short(left)) before \(JSONComparison.short(right))")
      }
      return nil
    }
  }

  private var fault: [ContractFailure] {
    guard let name = notes.fault, let catalogue else { return [] }
    guard let row = catalogue.refusals.first(where: { $0.name == name }) else {
      return [
        ContractFailure(
          at: "fault", expected: "a row of the catalogue", actual: "no row is named \"\(name)\"")
      ]
    }
    guard row.status == response.status.code, row.isSaid(in: response) else {
      return [
        ContractFailure(
          at: "fault", expected: "\(row.status) \(row.message)",
          actual: "\(response.status.code) \(ContractFailure.short(response.body))")
      ]
    }
    return []
  }
}

extension JSON {
  /// Returns the example for the value at a path.
  ///
  /// Elements after the last example use the first example of the array.
  fileprivate func example(for path: PactPath) -> JSON? {
    var value = self
    for step in path.steps {
      guard let next = value.child(step) ?? (value.array?.first) else { return nil }
      value = next
    }
    return value
  }

  /// Returns whether two values are in ascending order: numbers by size, strings by bytes.
  ///
  /// Values that cannot be compared count as ordered.
  fileprivate func precedesOrEquals(_ other: JSON) -> Bool {
    if case .integer(let left) = self, case .integer(let right) = other { return left <= right }
    if let left = number, let right = other.number { return left <= right }
    guard let left = string, let right = other.string else { return true }
    return !right.utf8.lexicographicallyPrecedes(left.utf8)
  }
}
