import GhostlightEmulation
import HTTPTypes

/// The refusals of the control API.
extension Fault {
  static let controlForbidden = Fault(
    "control forbidden", .forbidden,
    "{what}; call the control API from this machine, not from a web page", source: "design")
  static let controlUnknown = Fault(
    "no such control call", .notFound, "no control call {call}; nearest: {nearest}",
    source: "design")
  static let controlBadRequest = Fault(
    "malformed control call", .badRequest, "{what}", source: "design")
}
