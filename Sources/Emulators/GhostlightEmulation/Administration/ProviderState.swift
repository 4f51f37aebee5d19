package import GhostlightCore

/// A provider state of a vendor, such as `user exists`, with the function that sets it up.
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

package struct ProviderStateTable<State>: Sendable {
  private let states: [ProviderState<State>]

  package init(_ states: [ProviderState<State>]) { self.states = states }

  package var summaries: [ProviderStateSummary] { states.map(\.summary) }

  /// Sets up a provider state and returns its results; if it throws, `state` is unchanged.
  package func setUp(
    _ name: String, parameters: JSONObject, _ state: inout State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    var draft = state
    let results = try setUpInPlace(with: name, parameters: parameters, &draft, &moment)
    state = draft
    return results
  }

  /// Sets up a provider state without a copy of the backend, so the caller must discard `state` if
  /// it throws.
  ///
  /// Without a copy, documents are added in place: adding 100,000 documents takes half the time.
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
        at: .parameter(member.key), JSON.unknownMember(member.key, among: names),
        "\"\(name)\" takes no parameter \"\(member.key)\"; it takes: "
          + (names.isEmpty ? "none" : names.joined(separator: ", ")))
    }
    return try states[row].setUp(parameters, &state, &moment)
  }
}

extension ProviderStateTable: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: ProviderState<State>...) { self.init(elements) }
}

/// A provider state, as the documentation and the control API describe it.
///
/// ``BackendCatalogue/providerStates`` lists the provider states of a backend. Contracts name a
/// provider state in `providerStates`, and tests pass its name and parameters to
/// `Namespace.setUp(_:in:parameters:)`.
///
/// ```swift
/// import Ghostlight
///
/// for state in StackMobBackend.catalogue.providerStates {
///   print(state.name, state.parameters.map(\.name))
/// }
/// ```
public struct ProviderStateSummary: Sendable, Hashable {
  /// A parameter or a result of a provider state, with its description.
  ///
  /// Parameters are members of the JSON object that a contract passes. Results are members of the
  /// object that the setup returns; the contract's generators use them.
  public struct Value: Sendable, Hashable {
    /// The name of the member in the JSON object of parameters or results.
    public let name: String
    /// The type, default and meaning of the value, in a few words.
    public let meaning: String

    package init(name: String, meaning: String) {
      self.name = name
      self.meaning = meaning
    }
  }

  /// The name that contracts use, such as `user exists`.
  public let name: String
  /// The parameters that a contract can pass.
  public let parameters: [Value]
  /// The values that the setup returns for a contract's generators.
  public let results: [Value]

  package init(name: String, parameters: [Value], results: [Value]) {
    self.name = name
    self.parameters = parameters
    self.results = results
  }
}

/// The reason why a provider state was not set up, or a row was not edited.
///
/// Unless ``isNotDurable`` is `true`, the backend is unchanged.
public struct ProviderStateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One sentence with the problem and how to fix it.
  public let description: String

  /// Whether the change was made, but could not be written to the log of a durable stage.
  public let isNotDurable: Bool

  /// The path of the invalid value below the parameters, such as `.fields.title`; empty for an error
  /// about all parameters.
  package let place: String
  /// The problem at ``place`` in the words of a configuration, which does not name states.
  package let problem: String

  /// Creates an error with a message for the developer.
  public init(_ description: String, isNotDurable: Bool = false) {
    self.init(description, isNotDurable: isNotDurable, at: "", problem: description)
  }

  /// Creates an error about a value in the parameters.
  ///
  /// - Parameters:
  ///   - place: The position of the invalid value.
  ///   - problem: The problem in the words of a configuration.
  ///   - description: The message for a contract or a test.
  package init(at place: DocumentPointer, _ problem: String, _ description: String) {
    self.init(description, isNotDurable: false, at: place.description, problem: problem)
  }

  private init(_ description: String, isNotDurable: Bool, at place: String, problem: String) {
    self.description = description
    self.isNotDurable = isNotDurable
    self.place = place
    self.problem = problem
  }

  /// Returns whether both errors have the same message.
  public static func == (left: ProviderStateError, right: ProviderStateError) -> Bool {
    left.description == right.description && left.isNotDurable == right.isNotDurable
  }

  /// Hashes the message.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
