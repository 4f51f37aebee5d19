import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

/// A request that a refusal answers in ``GraphFixture/world``.
struct GraphRefusalRow: Sendable, CustomTestStringConvertible {
  let fault: Fault
  let request: Request
  /// The message with its blanks filled in; the catalogue's own where it has none.
  let message: String
  /// What is set up first, if anything.
  var state = ""
  var parameters: JSONObject = [:]
  var seconds: Int64 = 0

  init(_ fault: Fault, _ request: Request, _ message: String? = nil) {
    self.fault = fault
    self.request = request
    self.message = message ?? fault.message
  }

  var testDescription: String { "\(fault.name) \(request.target)" }

  /// The same after a state.
  func after(_ state: String, _ parameters: JSONObject) -> GraphRefusalRow {
    var copy = self
    copy.state = state
    copy.parameters = parameters
    return copy
  }

  /// The same after some time.
  func after(seconds: Int64) -> GraphRefusalRow {
    var copy = self
    copy.seconds = seconds
    return copy
  }

  static let all: [GraphRefusalRow] =
    general + auth + graph + validation + expand + search + files

  static let world = GraphFixture.world

  static func mark(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil
  ) -> Request { GraphRouteRow.mark(method, target, body) }

  static func thing(_ name: String, _ value: JSON) -> Request {
    mark(.post, "/v1/graph", .object(["object_type": "thing", name: value]))
  }
}
