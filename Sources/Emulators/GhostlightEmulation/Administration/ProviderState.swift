package import GhostlightCore

/// A named precondition of a vendor's backend: `user exists`, `logged in`, `schema exists`.
package struct ProviderState<State>: Sendable {
  package typealias SetUp =
    @Sendable (JSONObject, inout State, inout Moment) throws(ProviderStateProblem) -> JSONObject

  package let summary: ProviderStateSummary
  package let setUp: SetUp

  package init(
    _ name: String, parameters: KeyValuePairs<String, String> = [:],
    results: KeyValuePairs<String, String> = [:], setUp: @escaping SetUp
  ) {
    summary = ProviderStateSummary(
      name: name,
      parameters: parameters.map { .init(name: $0.key, meaning: $0.value) },
      results: results.map { .init(name: $0.key, meaning: $0.value) })
    self.setUp = setUp
  }
}
