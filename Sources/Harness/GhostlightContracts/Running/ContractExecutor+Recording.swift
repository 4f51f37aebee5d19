import GhostlightCore
public import GhostlightRecording

extension ContractExecutor {
  /// Answers with what was recorded for each interaction.
  ///
  /// An entry that names its interaction, as ``ContractReport/recording`` writes it, answers that
  /// one. In recordings of other origin, the first entry answers whose request is the
  /// interaction's. What states answered is not known any more, so nothing is filled in.
  public static func recording(_ recording: Recording) -> ContractExecutor {
    let shelf = RecordedAnswers(recording)
    return ContractExecutor(name: "from a recording") {
      pact, interaction, _ throws(ContractExecutorProblem) in
      var scene = ContractScene(
        bringAbout: { _ throws(ContractExecutorProblem) in [:] },
        send: { request throws(ContractExecutorProblem) in
          try shelf.answer(to: request, of: interaction, in: pact)
        })
      scene.knowsValues = false
      return scene
    }
  }
}

extension ContractReport {
  /// What was sent and answered, each exchange with the name of its interaction.
  public var recording: Recording {
    Recording(
      results.compactMap { result in
        guard let request = result.request, let response = result.response else { return nil }
        let name = result.interaction.name(consumer: result.consumer, provider: result.provider)
        return RecordedExchange(
          request, response, durationMilliseconds: result.milliseconds,
          notes: [RecordedAnswers.note: .string(name)])
      }, comment: "contracts \(executor)")
  }
}
