/// A contract with the name of its file.
public struct ContractFile: Sendable, Hashable {
  /// The path, as reports show it.
  public var path: String
  /// What it holds.
  public var pact: Pact

  /// Makes a pair.
  public init(_ path: String, _ pact: Pact) {
    self.path = path
    self.pact = pact
  }
}

/// Chooses interactions: those that every list that is not empty admits.
public struct ContractFilter: Sendable, Hashable {
  /// Each must be found, whatever its case, in the description, a state's name, the route, the
  /// fault, the consumer or the file's path.
  public var words: [String]
  /// The provider, where only one is wanted.
  public var provider: String?
  /// One of these must be found in the description, whatever its case.
  public var descriptions: [String] = []
  /// One of these must be found in a state's name, whatever its case; an empty one stands for
  /// interactions without states.
  public var states: [String] = []
  /// One of these must be the consumer's name.
  public var consumers: [String] = []

  /// Chooses everything unless told otherwise.
  public init(words: [String] = [], provider: String? = nil) {
    self.words = words
    self.provider = provider
  }

  /// Whether everything is chosen.
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
  /// Whether the text stands in another, whatever its case.
  fileprivate func isIn(_ text: String) -> Bool { text.holds(self) }

  /// Whether another text stands in this one, whatever its case.
  fileprivate func holds(_ part: String) -> Bool { lowercased().contains(part.lowercased()) }
}
