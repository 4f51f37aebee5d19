import GhostlightCore
import GhostlightEmulation
public import GhostlightRecording

extension JournalEntry {
  /// The exchange as recordings hold it.
  ///
  /// What a HAR file cannot say of it stands in the notes `_number`, `_emulator`, `_route`,
  /// `_effect` and `_fault`.
  public var exchange: RecordedExchange {
    RecordedExchange(
      request, answer.response, startedMilliseconds: milliseconds,
      durationMilliseconds: Double(answer.response.delayMilliseconds),
      notes: [
        "_number": .integer(Int64(number)),
        "_emulator": .string(emulator),
        "_route": answer.route.map(JSON.string) ?? .null,
        "_effect": .string(answer.effect.rawValue),
        "_fault": fault.map { .integer(Int64($0)) } ?? .null,
      ])
  }
}
