import GhostlightCore
public import GhostlightRecording
import HTTPTypes

extension ContractExecutor {
  /// Returns an executor that responds with the recorded response for each interaction.
  ///
  /// A recording entry that names its interaction, as ``ContractReport/recording`` writes it, is
  /// used for that interaction. In other recordings, the first entry with a matching request is
  /// used. Generators are not applied, because the values of provider states are unknown.
  public static func recording(_ recording: Recording) -> ContractExecutor {
    let shelf = RecordedAnswers(recording)
    return ContractExecutor(name: "from a recording") {
      pact, interaction, _ throws(ContractExecutorError) in
      var session = InteractionSession(
        setUp: { _ throws(ContractExecutorError) in [:] },
        send: { request throws(ContractExecutorError) in
          try shelf.answer(to: request, of: interaction, in: pact)
        })
      session.knowsValues = false
      return session
    }
  }
}

extension ContractReport {
  /// The requests and responses as a recording, each exchange with the name of its interaction.
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

/// The exchanges of a recording, grouped by the names of their interactions.
struct RecordedAnswers: Sendable {
  /// The member of a recording entry that contains the name of its interaction.
  static let note = "_interaction"

  private let byName: [String: [RecordedExchange]]
  private let others: [RecordedExchange]

  init(_ recording: Recording) {
    var byName: [String: [RecordedExchange]] = [:]
    var others: [RecordedExchange] = []
    for exchange in recording.exchanges {
      if let name = exchange.notes[Self.note]?.string {
        byName[name, default: []].append(exchange)
      } else {
        others.append(exchange)
      }
    }
    self.byName = byName
    self.others = others
  }

  func answer(
    to request: Request, of interaction: Interaction, in pact: Pact
  ) throws(ContractExecutorError) -> Response {
    let name = interaction.name(consumer: pact.consumer, provider: pact.provider)
    if let named = byName[name], let first = named.first {
      // Interactions in different files may have the same name, so method and path are compared,
      // too.
      let isPathFilled = !interaction.request.generators[.path].isEmpty
      let exchange = named.first { exchange in
        exchange.request.method == request.method
          && (isPathFilled || exchange.request.target.path == request.target.path)
      }
      guard let exchange else {
        let recorded = first.request
        throw ContractExecutorError(
          "the recorded request is \(recorded.method.rawValue) \(recorded.target.raw), not "
            + "\(request.method.rawValue) \(request.target.raw): record it again with "
            + "`ghostlight verify --record`")
      }
      return exchange.response
    }
    guard let exchange = others.first(where: { isSame($0.request, request, interaction) }) else {
      throw ContractExecutorError(
        "the recording does not have \(request.method.rawValue) \(request.target.raw): record it with "
          + "`ghostlight verify --record`")
    }
    return exchange.response
  }

  /// Returns whether `recorded` matches `request`; a JSON body is compared by the interaction's
  /// rules.
  private func isSame(
    _ recorded: Request, _ request: Request, _ interaction: Interaction
  ) -> Bool {
    guard recorded.method == request.method, recorded.target.path == request.target.path,
      Set(recorded.target.spacedQueryItems ?? [])
        == Set(request.target.spacedQueryItems ?? [])
    else { return false }
    guard case .json(let wanted, _)? = interaction.request.body else {
      return recorded.body == request.body
    }
    do throws(JSONError) {
      return JSONComparison.failures(
        interaction.request.rules[.body], expected: wanted, actual: try JSON.parse(recorded.body)
      ).isEmpty
    } catch {
      return false
    }
  }
}

extension Interaction {
  /// Returns the name of the interaction in recordings; it has the states, because interactions
  /// often differ only in them.
  func name(consumer: String, provider: String) -> String {
    let given = states.isEmpty ? "" : ", given " + states.map(\.name).joined(separator: ", ")
    return "\(consumer) → \(provider): \(description)\(given)"
  }
}
