import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

/// A request that is refused when it is sent to ``GraphFixture/world``.
struct GraphRefusalRow: Sendable, CustomTestStringConvertible {
  let fault: Fault
  let request: Request
  /// The expected message, with its placeholders filled in.
  let message: String
  /// The name of the provider state to set up before the request; empty for none.
  var state = ""
  var parameters: JSONObject = [:]
  var seconds: Int64 = 0

  init(_ fault: Fault, _ request: Request, _ message: String? = nil) {
    self.fault = fault
    self.request = request
    self.message = message ?? fault.message
  }

  var testDescription: String { "\(fault.name) \(request.target)" }

  /// Returns a copy of the row with a provider state to set up before the request.
  func after(_ state: String, _ parameters: JSONObject) -> GraphRefusalRow {
    var copy = self
    copy.state = state
    copy.parameters = parameters
    return copy
  }

  /// Returns a copy of the row whose request is sent some seconds later.
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
