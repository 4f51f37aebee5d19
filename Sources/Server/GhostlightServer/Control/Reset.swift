import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `POST reset`: `{"namespace"?, "emulator"?}`.
extension ControlAPI {
  static func reset(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    try control.allowOnly("namespace", "emulator")
    let (name, namespace) = try control.known(context)
    let emulator = try control.emulator(context)
    if let namespace {
      try ControlCall.kept { () throws(ChangeLogProblem) in
        try namespace.reset(emulator: emulator)
      }
    }
    return .json(
      .ok,
      [
        "namespace": .string(name),
        "emulators": .array(
          emulator.map { [.string($0)] }
            ?? context.stage.configuration.emulators.map { .string($0.name) }),
      ])
  }
}
