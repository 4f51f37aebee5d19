import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET recording`: the journal as HAR 1.2.
extension ControlAPI {
  static func recording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.namespace(context)
    let emulator = try control.emulator(context)
    let entries = namespace.journal.filter { emulator == nil || $0.emulator == emulator }
    return .json(.ok, JournalHAR.document(entries))
  }
}
