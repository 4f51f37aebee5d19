import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET` and `PUT snapshot`: the whole state of a namespace.
extension ControlAPI {
  static func readSnapshot(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, try ControlCall(call).view(context).snapshot().json)
  }

  static func restoreSnapshot(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let name = try control.namespaceName()
    var body = control.body
    body["namespace"] = nil
    let snapshot: Snapshot
    do throws(SnapshotError) {
      snapshot = try context.stage.snapshot(from: .object(body))
    } catch {
      throw ControlCall.conflict(error.description)
    }
    // The format's version is checked first, because a newer format may have other members.
    try control.allowOnly("namespace", "ghostlight", "clock", "moments", "emulators")
    let namespace = try control.namespace(context)
    try ControlCall.kept { () throws(ChangeLogError) in try namespace.restore(snapshot) }
    return .json(.ok, ["namespace": .string(name)])
  }
}

/// Serves `POST reset` with the body `{"namespace"?, "emulator"?}`.
extension ControlAPI {
  static func reset(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    try control.allowOnly("namespace", "emulator")
    let (name, namespace) = try control.known(context)
    let emulator = try control.emulator(context)
    if let namespace {
      try ControlCall.kept { () throws(ChangeLogError) in
        try namespace.reset(emulator: emulator)
      }
    }
    return .json(
      .ok,
      [
        "namespace": .string(name),
        "emulators": .array(
          emulator.map { [.string($0)] }
            ?? context.stage.configuration.services.map { .string($0.name) }),
      ])
  }
}
