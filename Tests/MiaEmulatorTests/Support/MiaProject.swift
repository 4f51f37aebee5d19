import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport

@testable import MiaEmulator

/// A project under test, which adds the secret to requests and has a clock that only advances when
/// told.
struct MiaProject: EmulatorFixture {
  var backend: MiaBackend
  /// The time and seed of the next exchange; as in a stage, each exchange gets a different seed.
  var moment = Moment(milliseconds: 1_586_106_974_175, seed: 7)
  private var seed: UInt64 = 7

  init(_ configuration: MiaConfiguration = MiaConfiguration()) {
    backend = MiaBackend(configuration)
  }

  /// The configuration for version 7 of the CRUD service, whose refusals have status 400 and 409.
  static var seven: MiaConfiguration {
    var configuration = MiaConfiguration()
    configuration.crudCompatibility = .seven
    return configuration
  }

  /// Creates a project with the collections `/v2/author`, `/v2/plates` and `/v2/books`, each with a
  /// few documents.
  static func library(_ configuration: MiaConfiguration = MiaConfiguration()) throws -> MiaProject {
    var project = MiaProject(configuration)
    for definition in [MiaDefinitions.author, MiaDefinitions.plates, MiaDefinitions.books] {
      try project.setUp("collection exists", ["definition": definition])
    }
    for (collection, document) in MiaDefinitions.documents {
      try project.setUp(
        "document exists", ["collection": .string(collection), "document": document])
    }
    return project
  }

  @discardableResult
  mutating func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
    tick()
    return try backend.setUp(state, parameters: parameters, at: moment)
  }

  private mutating func tick() {
    seed += 1
    moment = Moment(milliseconds: moment.milliseconds, seed: seed)
  }

  /// Sends a request, and adds the secret unless the request contains one.
  @discardableResult
  mutating func answer(_ request: Request, within budget: WorkBudget = .unlimited) -> Answer {
    tick()
    var request = request
    if request.headers[.secret] == nil { request.headers[.secret] = "s3cr3t" }
    return backend.answer(request, at: moment, within: budget)
  }

  @discardableResult
  mutating func send(_ request: Request) -> Response { answer(request).response }

  /// Sends a request with an optional JSON body, and returns the status and body of the response as
  /// a string.
  @discardableResult
  mutating func run(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil,
    _ headers: HTTPFields = [:]
  ) -> String {
    let response = send(MiaProject.request(method, target, body, headers))
    return "\(response.status.code) \(response.text)"
  }

  static func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil,
    _ headers: HTTPFields = [:]
  ) -> Request {
    guard let body else { return Request(method, target, headers: headers) }
    return .json(method, target, body, headers: headers)
  }

  /// Returns the request target of a list with a filter.
  static func query(_ collection: String, _ filter: String, _ more: String = "") -> RequestTarget {
    RequestTarget("/v2/\(collection)/?_q=\(PercentEncoding.encode(filter))\(more)")
  }

  mutating func wait(seconds: Int64) { moment.milliseconds += seconds * 1000 }

  /// The complete state of the project, serialized.
  var fingerprint: String { backend.snapshot.text() }
}
