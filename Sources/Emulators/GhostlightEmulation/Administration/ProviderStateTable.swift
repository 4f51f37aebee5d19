package import GhostlightCore

/// The provider states of one vendor.
package struct ProviderStateTable<State>: Sendable {
  private let states: [ProviderState<State>]

  package init(_ states: [ProviderState<State>]) { self.states = states }

  package var summaries: [ProviderStateSummary] { states.map(\.summary) }

  /// Brings a state about; a problem leaves `state` as it was.
  package func bringAbout(
    _ name: String, parameters: JSONObject, _ state: inout State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    var draft = state
    let results = try begin(with: name, parameters: parameters, &draft, &moment)
    state = draft
    return results
  }

  /// Brings a state about in a backend that nobody keeps where there is a problem.
  ///
  /// Without a copy to fall back on, documents are added in place: 100,000 in half the time.
  @discardableResult
  package func begin(
    with name: String, parameters: JSONObject, _ state: inout State, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    guard let row = states.first(where: { $0.summary.name == name }) else {
      let known = states.map(\.summary.name).joined(separator: ", ")
      throw ProviderStateProblem("no provider state is named \"\(name)\"; there are: \(known)")
    }
    let names = row.summary.parameters.map(\.name)
    for key in parameters.keys where !names.contains(key) {
      throw ProviderStateProblem(
        "\"\(name)\" takes no parameter \"\(key)\"; it takes: \(names.joined(separator: ", "))")
    }
    return try row.setUp(parameters, &state, &moment)
  }
}

extension ProviderStateTable: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: ProviderState<State>...) { self.init(elements) }
}
