import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// `GET` and `PUT snapshot`: the whole state of a namespace.
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
    do throws(SnapshotProblem) {
      snapshot = try context.stage.snapshot(from: .object(body))
    } catch {
      throw ControlCall.conflict(error.description)
    }
    let namespace = try control.namespace(context)
    try ControlCall.kept { () throws(ChangeLogProblem) in try namespace.restore(snapshot) }
    return .json(.ok, ["namespace": .string(name)])
  }
}
