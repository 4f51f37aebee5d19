/// A contract with the path of its file.
///
/// Reports, matrices and pages name contracts by this path. Nothing is read from it: the caller
/// parses the file with ``Pact/parse(_:limits:)``.
public struct ContractFile: Sendable, Hashable {
  /// The path, as reports show it.
  public var path: String
  /// The contract.
  public var pact: Pact

  /// Creates a contract file.
  public init(_ path: String, _ pact: Pact) {
    self.path = path
    self.pact = pact
  }
}

/// A selection of interactions for a run or a stub.
///
/// An interaction is selected if every condition that is set accepts it. Texts are compared without
/// regard to case, except the names of provider and consumers.
public struct ContractFilter: Sendable, Hashable {
  /// Texts that must each occur in the description, a state's name, the route, the fault, the
  /// consumer or the path of the file.
  public var words: [String]
  /// The name of the provider; `nil` for all providers.
  public var provider: String?
  /// Texts of which one must occur in the description.
  public var descriptions: [String] = []
  /// Texts of which one must occur in a state's name; an empty text selects interactions without
  /// states.
  public var states: [String] = []
  /// Names of consumers of which one must be that of the contract.
  public var consumers: [String] = []

  /// Creates a filter; by default it selects everything.
  public init(words: [String] = [], provider: String? = nil) {
    self.words = words
    self.provider = provider
  }

  /// Whether everything is selected.
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
  /// Returns whether this text occurs in another one, in any case.
  fileprivate func isIn(_ text: String) -> Bool { text.holds(self) }

  /// Returns whether another text occurs in this one, in any case.
  fileprivate func holds(_ part: String) -> Bool { lowercased().contains(part.lowercased()) }
}
