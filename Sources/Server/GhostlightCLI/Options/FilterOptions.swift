import ArgumentParser
import GhostlightContracts

/// Which interactions of contracts are wanted.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only the contracts of this provider.", valueName: "NAME"))
  var emulator: String?

  @Option(
    help: ArgumentHelp("Only the contracts of this consumer, or one of several.", valueName: "NAME")
  )
  var consumer: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only interactions with this text in the description, or one of several.", valueName: "TEXT"))
  var description: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only interactions with this text in a provider state, or one of several; \"\" takes those "
        + "without states.", valueName: "TEXT"))
  var state: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only interactions with this text in the description, a state, the route, the fault or the "
        + "file; all of several.", valueName: "TEXT"))
  var filter: [String] = []

  /// The interactions that all options admit.
  var wanted: ContractFilter {
    var wanted = ContractFilter(words: filter, provider: emulator)
    (wanted.descriptions, wanted.states, wanted.consumers) = (description, state, consumer)
    return wanted
  }
}
