import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// `GET recording`: the journal as HAR 1.2.
///
/// Secrets are redacted, the same secret to the same placeholder; `?redact=false` leaves them in.
extension ControlAPI {
  static func recording(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    let emulator = try control.emulator(context)
    let creator = HARCreator(name: HARCreator.ghostlight.name ?? "", version: Version.current)
    let isRedacted = try control.flag("redact") ?? true
    let recording = namespace.recording(of: emulator)
    let document = HARDocument(
      isRedacted ? Redactor().redact(recording) : recording, creator: creator)
    return .json(.ok, .object(document.json))
  }
}
