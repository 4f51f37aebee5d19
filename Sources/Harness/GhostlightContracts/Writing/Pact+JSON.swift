public import GhostlightCore

extension Pact {
  /// The contract as a file of version 4 holds it.
  public var json: JSON {
    var object = extras
    object["consumer"] = ["name": .string(consumer)]
    object["provider"] = ["name": .string(provider)]
    object["interactions"] = .array(interactions.map(\.json) + others)
    var metadata = metadata
    metadata["pactSpecification"] = ["version": "4.0"]
    object["metadata"] = .object(metadata)
    return .object(object)
  }

  /// The content of its file: pretty, members by name, with a newline at the end.
  ///
  /// The same contract always gives the same bytes.
  public var fileText: String { json.text(pretty: true, sortedKeys: true) + "\n" }
}
