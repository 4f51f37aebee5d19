import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET namespaces`, and `POST` and `DELETE namespaces/{name}`.
extension ControlAPI {
  static func listNamespaces(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    .json(.ok, ["namespaces": .array(context.stage.namespaceNames.map(JSON.string))])
  }

  /// Forks the namespace named by the body's member `from`, or `default` without that member.
  static func forkNamespace(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    try control.allowOnly("from")
    let from = try control.text("from")
    try agree(control, with: [call["name"], from].compactMap(\.self))
    let source = from ?? Stage.defaultNamespace
    do throws(NamespaceError) {
      let fork = try context.stage.fork(source, as: call["name"])
      return .json(.created, ["namespace": .string(fork.name), "from": .string(source)])
    } catch {
      throw Self.refusal(error)
    }
  }

  /// Throws an error if the header field or the host names a namespace that is not in `names`.
  private static func agree(_ control: ControlCall, with names: [String]) throws(Fault) {
    for (by, name) in control.requestNamespaces where !names.contains(name) {
      throw ControlCall.refusal(
        "the call is for the namespace \"\(names.joined(separator: "\", \""))\", \(by) for "
          + "\"\(name)\"; name one")
    }
  }

  private static func refusal(_ error: NamespaceError) -> Fault {
    switch error {
    case .notDurable(let reason): .controlNotDurable.filled(["what": reason])
    case .badName, .tooMany: ControlCall.conflict(error.description)
    }
  }

  static func dropNamespace(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    try agree(try ControlCall(call), with: [call["name"]])
    let dropped: Bool
    do throws(NamespaceError) {
      dropped = try context.stage.drop(call["name"])
    } catch {
      throw Self.refusal(error)
    }
    guard dropped else { throw .controlNoNamespace.filled(["name": call["name"]]) }
    return .json(.ok, ["namespace": .string(call["name"])])
  }
}
