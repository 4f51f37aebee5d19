import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET requests`, `GET requests/unmatched`, `GET requests/count`: the journal, newest last.
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

  /// How many requests of a kind the journal keeps, and where there are none, the nearest ones.
  static func countRequests(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let emulator = try control.emulator(context)
    guard let path = try control.text("path") else {
      throw ControlCall.refusal("say which requests: \"path\", in which * stands for one segment")
    }
    let name = try control.text("method")
    let method = name.flatMap { HTTPRequest.Method($0) }
    if let name, method == nil { throw ControlCall.refusal("\"\(name)\" is no method") }
    let pattern = RequestPattern(method, path)
    let requests = namespace.journal.filter { emulator == nil || emulator == $0.emulator }
      .map(\.request)
    let count = requests.count { pattern.matches($0) }
    let nearest = count > 0 ? [] : pattern.nearest(among: requests)
    return .json(
      .ok,
      [
        "namespace": .string(namespace.name), "count": .integer(Int64(count)),
        "total": .integer(Int64(requests.count)),
        "nearest": .array(nearest.map(JSON.string)),
      ])
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
