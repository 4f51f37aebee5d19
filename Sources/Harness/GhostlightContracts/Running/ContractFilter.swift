/// Chooses interactions by words.
public struct ContractFilter: Sendable, Hashable {
  /// Each must be found, whatever its case, in the description, a state's name, the route, the
  /// fault, the consumer or the file's path.
  public var words: [String]
  /// The provider, where only one is wanted.
  public var provider: String?

  /// Chooses everything unless told otherwise.
  public init(words: [String] = [], provider: String? = nil) {
    self.words = words
    self.provider = provider
  }

  func admits(_ interaction: Interaction, of file: ContractFile) -> Bool {
    if let provider, provider != file.pact.provider { return false }
    guard !words.isEmpty else { return true }
    let texts =
      [interaction.description, file.path, file.pact.consumer] + interaction.states.map(\.name)
      + [interaction.notes.route, interaction.notes.fault].compactMap(\.self)
    let lowered = texts.map { $0.lowercased() }
    return words.allSatisfy { word in lowered.contains { $0.contains(word.lowercased()) } }
  }
}
