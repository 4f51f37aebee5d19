import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET clock`, and `POST clock` with `advance`, `set`, `freeze` or `run`.
extension ControlAPI {
  static func readClock(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let namespace = try ControlCall(call).view(context)
    return .json(.ok, describe(namespace.clock, of: namespace))
  }

  static func changeClock(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    try control.allowOnly("namespace", "advance", "set", "freeze", "run")
    let changes = try clockChanges(control)
    guard !changes.isEmpty else {
      throw ControlCall.refusal(
        "the call has no action: use {\"advance\":\"1h30m\"}, {\"set\":\"2013-05-01T00:00:00Z\"}, "
          + "{\"freeze\":true} or {\"run\":true}")
    }
    let namespace = try control.namespace(context)
    let reading = try ControlCall.kept { () throws(ChangeLogError) in
      try namespace.changeClock(changes)
    }
    return .json(.ok, describe(reading, of: namespace))
  }

  /// Parses the clock changes of a body, in the order set, advance, then freeze or run.
  private static func clockChanges(_ control: ControlCall) throws(Fault) -> [ClockChange] {
    var changes: [ClockChange] = []
    if let text = try control.text("set") {
      guard let time = ISODate.milliseconds(text) else {
        throw ControlCall.refusal("\"\(text)\" is not a time such as 2013-05-01T00:00:00Z")
      }
      changes.append(.set(milliseconds: time))
    }
    if let text = try control.text("advance") {
      guard let step = Duration.milliseconds(parsing: text) else {
        throw ControlCall.refusal("\"\(text)\" is not a duration such as 1h30m, 90s or 250ms")
      }
      changes.append(.advance(milliseconds: step))
    }
    for (name, change) in [("freeze", ClockChange.freeze), ("run", .run)] {
      guard let value = control.body[name] else { continue }
      guard value == true else { throw ControlCall.refusal("\"\(name)\" can only be true") }
      changes.append(change)
    }
    return changes
  }

  private static func describe(_ reading: ClockReading, of namespace: Namespace) -> JSON {
    [
      "namespace": .string(namespace.name),
      "now": .string(ISODate.format(milliseconds: reading.milliseconds)),
      "milliseconds": .integer(reading.milliseconds),
      "frozen": .bool(reading.isFrozen),
    ]
  }
}
