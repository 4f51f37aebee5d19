extension Pact {
  /// A contract of interactions written one below the other.
  ///
  /// `headers` are fields of all requests that do not have them.
  public init(
    consumer: String, provider: String, headers: KeyValuePairs<String, Example> = [:],
    @InteractionBuilder interactions: () -> [Interaction]
  ) {
    let completed = interactions().map { interaction in
      var copy = interaction
      for (name, example) in headers {
        let known = copy.request.headers.contains { $0.name.lowercased() == name.lowercased() }
        if !known { copy.request = copy.request.headers([name: example]) }
      }
      return copy
    }
    self.init(consumer: consumer, provider: provider, interactions: completed)
  }
}
