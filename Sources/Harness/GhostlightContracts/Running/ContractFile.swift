/// A contract with the path of its file.
///
/// Reports, matrices and pages identify contracts by this path. Nothing is read from the path: the
/// caller parses the file with ``Pact/parse(_:limits:)``.
public struct ContractFile: Sendable, Hashable {
  /// The path that reports show for the contract.
  public var path: String
  /// The contract that was read from the file.
  public var pact: Pact

  /// Creates a contract file from a path and a parsed contract.
  public init(_ path: String, _ pact: Pact) {
    self.path = path
    self.pact = pact
  }
}

/// A selection of interactions for a run or a stub.
///
/// An interaction is selected if it satisfies every condition that is set. Strings are compared
/// without regard to case, except the names of provider and consumers.
public struct ContractFilter: Sendable, Hashable {
  /// The strings that must all occur in an interaction or its file.
  ///
  /// Each may occur in the description, a state's name, the route, the fault, the consumer or the
  /// path of the contract file.
  public var words: [String]
  /// The name of the provider; `nil` for all providers.
  public var provider: String?
  /// The strings of which at least one must occur in the description; empty for any description.
  public var descriptions: [String] = []
  /// The strings of which at least one must occur in the name of a state; empty for any states.
  ///
  /// An empty string selects interactions without states.
  public var states: [String] = []
  /// The names of the consumers whose contracts are selected; empty for all.
  public var consumers: [String] = []

  /// Creates a filter; by default, it selects all interactions.
  public init(words: [String] = [], provider: String? = nil) {
    self.words = words
    self.provider = provider
  }

  /// Whether no condition is set, so that the filter selects all interactions.
  public var isEmpty: Bool { self == ContractFilter() }

  func admits(_ interaction: Interaction, of file: ContractFile) -> Bool {
    if let provider, provider != file.pact.provider { return false }
    if !consumers.isEmpty, !consumers.contains(file.pact.consumer) { return false }
    let names = interaction.states.map(\.name)
    guard descriptions.isEmpty || descriptions.contains(where: interaction.description.holds),
      states.isEmpty
        || states.contains(where: { $0.isEmpty ? names.isEmpty : names.contains(where: $0.isIn) })
    else { return false }
    let texts =
      [interaction.description, file.path, file.pact.consumer] + names
      + [interaction.notes.route, interaction.notes.fault].compactMap(\.self)
    return words.allSatisfy { word in texts.contains(where: word.isIn) }
  }
}

extension String {
  /// Returns whether `text` contains this string, ignoring case.
  fileprivate func isIn(_ text: String) -> Bool { text.holds(self) }

  /// Returns whether this string contains `part`, ignoring case.
  fileprivate func holds(_ part: String) -> Bool { lowercased().contains(part.lowercased()) }
}
