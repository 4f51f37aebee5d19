package import GhostlightCore

/// A named precondition of a vendor's backend: `user exists`, `logged in`, `schema exists`.
package struct ProviderState<State>: Sendable {
  package typealias SetUpHandler =
    @Sendable (JSONObject, inout State, inout Moment) throws(ProviderStateError) -> JSONObject

  package let summary: ProviderStateSummary
  package let setUp: SetUpHandler

  package init(
    _ name: String, parameters: KeyValuePairs<String, String> = [:],
    results: KeyValuePairs<String, String> = [:], setUp: @escaping SetUpHandler
  ) {
    summary = ProviderStateSummary(
      name: name,
      parameters: parameters.map { .init(name: $0.key, meaning: $0.value) },
      results: results.map { .init(name: $0.key, meaning: $0.value) })
    self.setUp = setUp
  }
}

/// The provider states of one vendor.
package struct ProviderStateTable<State>: Sendable {
  private let states: [ProviderState<State>]

  package init(_ states: [ProviderState<State>]) { self.states = states }

  package var summaries: [ProviderStateSummary] { states.map(\.summary) }

  /// Brings a state about; a problem leaves `state` as it was.
  package func setUp(
    _ name: String, parameters: JSONObject, _ state: inout State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    var draft = state
    let results = try setUpInPlace(with: name, parameters: parameters, &draft, &moment)
    state = draft
    return results
  }

  /// Brings a state about in a backend that nobody keeps where there is a problem.
  ///
  /// Without a copy to fall back on, documents are added in place: 100,000 in half the time.
  @discardableResult
  package func setUpInPlace(
    with name: String, parameters: JSONObject, _ state: inout State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    guard let row = states.firstIndex(where: { $0.summary.name == name }) else {
      let known = states.map(\.summary.name).joined(separator: ", ")
      throw ProviderStateError("no provider state is named \"\(name)\"; there are: \(known)")
    }
    let known = states[row].summary.parameters
    for member in parameters where !known.contains(where: { $0.name == member.key }) {
      let names = known.map(\.name)
      throw ProviderStateError(
        "\"\(name)\" takes no parameter \"\(member.key)\"; it takes: "
          + (names.isEmpty ? "none" : names.joined(separator: ", ")))
    }
    return try states[row].setUp(parameters, &state, &moment)
  }
}

extension ProviderStateTable: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: ProviderState<State>...) { self.init(elements) }
}

/// A provider state as the documentation prints it.
public struct ProviderStateSummary: Sendable, Hashable {
  /// A parameter or result with what it means.
  public struct Value: Sendable, Hashable {
    /// The member's name.
    public let name: String
    /// Its type, default and meaning, in a few words.
    public let meaning: String

    package init(name: String, meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// The name that contracts use.
  public let name: String
  /// What the state may be given.
  public let parameters: [Value]
  /// What it answers for a contract's generators.
  public let results: [Value]

  package init(name: String, parameters: [Value], results: [Value]) {
    self.name = name
    self.parameters = parameters
    self.results = results
  }
}

/// Why a provider state could not be set up.
public struct ProviderStateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the remedy.
  public let description: String

  /// Whether the state was set up, but the stage keeps changes and could not.
  public let isNotDurable: Bool

  /// Says what is wrong and what to do.
  public init(_ description: String, isNotDurable: Bool = false) {
    self.description = description
    self.isNotDurable = isNotDurable
  }
}
