public import GhostlightCore
public import GhostlightEmulation

extension Backend {
  /// The provider states of the catalogue, followed by `earlier requests`, which every backend has.
  public var allProviderStates: [ProviderStateSummary] {
    catalogue.providerStates + [EarlierRequests.summary]
  }

  /// Sets up a provider state of the vendor, sends `earlier requests`, or edits a row of a table.
  ///
  /// All requests of `earlier requests` together may use as much work as one exchange.
  ///
  /// - Throws: `ProviderStateError` if the name is unknown or a parameter is not valid. The backend
  ///   is then unchanged.
  public mutating func setUpAny(
    _ state: String, parameters: JSONObject, at moment: Moment,
    within budget: WorkBudget = .unlimited
  ) throws(ProviderStateError) -> JSONObject {
    if state == DataEdit.stateName {
      let outcome = try edit(DataEdit(parameters: parameters), at: moment)
      var values = outcome.values
      values["key"] = .string(outcome.key)
      return values
    }
    guard state == EarlierRequests.name else {
      return try setUp(state, parameters: parameters, at: moment)
    }
    let known = EarlierRequests.summary.parameters.map(\.name)
    if let other = parameters.keys.first(where: { !known.contains($0) }) {
      throw ProviderStateError(
        "\"\(state)\" takes no parameter \"\(other)\"; it takes: "
          + known.joined(separator: ", "))
    }
    var (draft, moment, earlier) = (self, moment, EarlierRequests(within: budget))
    try earlier.setUp(parameters["states"], on: &draft, at: &moment)
    try earlier.send(parameters["requests"], to: &draft, at: &moment)
    try earlier.rename(
      StateParameters(parameters).object("renamed", default: [:]), in: &draft)
    if let next = try StateParameters(parameters).optionalObject("next") {
      try earlier.sign(next, for: draft, at: moment)
    }
    self = draft
    return earlier.values
  }
}
