import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET requests` and `GET requests/unmatched`: the journal, newest last.
///
/// `?limit=` (100 unless given) takes the newest, `?after=` leaves out what has that number or a
/// smaller one.
extension ControlAPI {
  static func requests(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    try list(call, context) { _ in true }
  }

  static func unmatched(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    try list(call, context) { $0.answer.effect == .unmatched }
  }

  private static func list(
    _ call: Call, _ context: ControlContext, where isWanted: (JournalEntry) -> Bool
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let emulator = try control.emulator(context)
    let limit = try control.number("limit") ?? 100
    let after = try control.number("after") ?? 0
    let entries = namespace.journal.filter { entry in
      entry.number > after && (emulator == nil || emulator == entry.emulator) && isWanted(entry)
    }
    return .json(
      .ok,
      [
        "namespace": .string(namespace.name),
        "total": .integer(Int64(entries.count)),
        "requests": .array(entries.suffix(limit).map(JournalDescription.json)),
      ])
  }
}
