import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET`, `POST` and `DELETE faults`: the fault plans of a namespace.
extension ControlAPI {
  static func listFaults(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let namespace = try ControlCall(call).view(context)
    return .json(
      .ok,
      [
        "namespace": .string(namespace.name),
        "faults": .array(namespace.faults.map(\.json)),
      ])
  }

  static func addFault(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    var body = control.body
    body["namespace"] = nil
    let plan: FaultPlan
    do throws(FaultPlanError) {
      plan = try FaultPlan(json: .object(body), emulators: context.stage.configuration.services)
    } catch {
      throw ControlCall.conflict(error.description)
    }
    let namespace = try control.namespace(context)
    let number: Int
    do throws(FaultPlanError) {
      number = try namespace.addFault(plan)
    } catch {
      throw ControlCall.conflict(error.description)
    }
    return .json(.created, ["number": .integer(Int64(number))])
  }

  /// Removes the fault plan with the number in `?number=`, or all plans without that parameter.
  static func removeFaults(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let control = try ControlCall(call)
    let namespace = try control.view(context)
    guard let number = try control.number("number") else {
      namespace.removeFault()
      return .json(.ok, [:])
    }
    guard namespace.removeFault(number) else {
      throw ControlCall.conflict("there is no fault \(number); GET faults lists them")
    }
    return .json(.ok, [:])
  }
}
