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
  static let controlMethod = Fault(
    "control call by another method", .methodNotAllowed,
    "no control call {call}; this path takes {methods}", source: "design")
  static let controlConflict = Fault(
    "control call that does not fit", .conflict, "{what}", source: "design")
  static let controlNoNamespace = Fault(
    "no such namespace", .notFound, "there is no namespace \"{name}\"", source: "design")
  static let controlBusy = Fault(
    "too many control calls", .serviceUnavailable,
    "too many long calls wait already; call again later", source: "design")
  static let controlNotKept = Fault(
    "change not kept", .serviceUnavailable, "{what}", source: "design")
  static let controlBadRequest = Fault(
    "malformed control call", .badRequest, "{what}", source: "design")
}
