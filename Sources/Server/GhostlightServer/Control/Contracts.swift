import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// Serves `GET contracts`: the contract files that the server was started with, and the SDKs that
/// rely on them.
///
/// `?variant=` adds the requests of one SDK variant, which is an SDK in one of its modes. `?file=`
/// adds the interactions of one contract file.
extension ControlAPI {
  static func contracts(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let variant = try control.text("variant")
    let file = try control.text("file")
    let store = context.contracts
    let tables = store.tables(context.stage.configuration.services)
    var answer: JSONObject = [
      "paths": .array(store.paths.contracts.map(JSON.string)),
      "results": .array(store.paths.results.map(JSON.string)),
    ]
    for member in tables.summary { answer[member.key] = member.value }
    if let variant {
      guard let requests = tables.requests[variant] else {
        throw ControlCall.refusal("no variant is named \"\(variant)\"; GET contracts lists them")
      }
      answer["variantRequests"] = .array(requests)
    }
    if let file {
      guard let interactions = tables.interactions[file] else {
        throw ControlCall.refusal("no contract is at \"\(file)\"; GET contracts lists them")
      }
      answer["fileInteractions"] = .array(interactions)
    }
    return .json(.ok, .object(answer))
  }

  /// Serves `GET contracts/draft`: a contract from exchanges in the journal, with secrets redacted.
  ///
  /// `?numbers=3,5-7` selects the exchanges; without it, all exchanges of an emulator are used.
  /// They must belong to one emulator, because a contract has one provider. Streamed exchanges, and
  /// those with a response from a fault plan, are not promises and are left out.
  static func draftContract(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let emulator = try control.emulator(context)
    let numbers = try control.exchangeNumbers()
    let consumer = try control.consumer()
    let chosen = namespace.journal.filter { entry in
      (emulator == nil || emulator == entry.emulator) && numbers?.contains(entry.number) ?? true
    }
    let entries = chosen.filter { $0.fault == nil && !$0.isStreamed }
    guard let provider = entries.first?.emulator else {
      throw ControlCall.conflict(
        "the journal has none of these requests, or only such as faults answered; GET requests lists them"
      )
    }
    if let other = entries.first(where: { $0.emulator != provider }) {
      throw ControlCall.conflict(
        "a contract has one provider, and these requests are of \(provider) and \(other.emulator); "
          + "choose with \"emulator\"")
    }
    let recording = Redactor().redactCompletely(Recording(entries.map(\.exchange))).recording
    var answer = draft(
      Array(zip(entries.map(\.number), recording.exchanges)), of: provider, for: consumer,
      from: "journal of namespace \(namespace.name)")
    let left = Set(chosen.map(\.number)).subtracting(entries.map(\.number))
    answer["namespace"] = .string(namespace.name)
    answer["leftOut"] = .array(left.sorted().map { JSON(count: $0) })
    return .json(.ok, .object(answer))
  }

  /// Returns the description of a contract from numbered exchanges without secrets.
  static func draft(
    _ exchanges: [(Int, RecordedExchange)], of provider: String, for consumer: String,
    from source: String
  ) -> JSONObject {
    let promotion = ContractPromotion(
      exchanges,
      ContractPromotion.Options(consumer: consumer, provider: provider, recording: source))
    return [
      "consumer": .string(consumer), "provider": .string(provider),
      "interactions": .array(
        zip(promotion.numbers, promotion.pact.interactions).map { numbers, interaction in
          [
            "description": .string(interaction.description),
            "numbers": .array(numbers.map { JSON(count: $0) }),
          ]
        }),
      "inferred": .array(
        promotion.inferences.map {
          [
            "interaction": .string($0.interaction), "place": .string($0.place),
            "rule": .string($0.rule), "reason": .string($0.reason),
          ]
        }),
      "leftOut": [], "text": .string(promotion.pact.fileText),
    ]
  }
}

/// A set of exchange sequence numbers, as a query parameter lists them: `3,5,7-9`.
struct ExchangeNumbers {
  private let ranges: [ClosedRange<Int>]

  /// Parses a list of numbers and ranges; returns `nil` if it is invalid.
  init?(_ text: String) {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count <= 2, let first = ends[0], first > 0, let last = ends[ends.count - 1],
        last >= first
      else { return nil }
      ranges.append(first...last)
    }
    self.ranges = ranges
  }

  func contains(_ number: Int) -> Bool { ranges.contains { $0.contains(number) } }
}

extension ControlCall {
  /// Returns the consumer in the query parameter `consumer`; `app` without it.
  func consumer() throws(Fault) -> String {
    let consumer = try text("consumer") ?? "app"
    guard !consumer.isEmpty else { throw Self.refusal("\"consumer\" is who relies on it") }
    return consumer
  }

  /// Returns the sequence numbers in the query parameter `numbers`; `nil` for all exchanges.
  func exchangeNumbers() throws(Fault) -> ExchangeNumbers? {
    guard let text = try text("numbers") else { return nil }
    guard let numbers = ExchangeNumbers(text) else {
      throw Self.refusal("\"numbers\" must be numbers of requests, such as 3,5,7-9")
    }
    return numbers
  }
}
