import CosmosEmulator
import Ghostlight
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import StackMobEmulator

/// A stage and one of its emulators, to which requests are sent.
struct SampleStage {
  let stage: Stage
  let responder: Responder
  private let emulator: String

  init(_ stage: Stage = Stage(), emulator: String) throws {
    guard let responder = stage.responder(for: emulator) else {
      throw BenchmarkError("the stage has no \(emulator)")
    }
    (self.stage, self.responder, self.emulator) = (stage, responder, emulator)
  }

  /// Creates a stage with one emulator.
  init(_ service: Service) throws {
    try self.init(Stage(StageConfiguration(services: [service])), emulator: service.name)
  }

  /// Responds as a server does, except that long work runs on the calling thread.
  func send(_ request: Request) -> Response {
    switch responder.ask(request, nil) {
    case .answered(let response):
      return response.stream == nil ? response : response.collected()
    case .deferred(let rest):
      rest.cancel()
      return stage.respond(to: request, by: emulator)
    }
  }

  /// Returns a call that sends one of the requests, in turn.
  func repeating(_ requests: [Request]) -> Call {
    { try send(requests[$0 % requests.count]).succeeded() }
  }

  /// Sets up a provider state of the emulator.
  @discardableResult
  func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
    try stage.namespace().setUp(state, in: emulator, parameters: parameters)
  }
}

extension Response? {
  /// Throws an error if there is no response, or if it is an error response.
  func succeeded() throws {
    guard let self else { throw BenchmarkError("there is no response without waiting") }
    try self.succeeded()
  }
}

extension Response {
  /// Throws an error if this is an error response.
  func succeeded() throws {
    guard status.kind == .successful else { throw BenchmarkError("\(status): \(text)") }
  }
}

/// A query that no index supports, so that the backend must scan all documents.
enum Scan: String, CaseIterable, Sendable {
  /// Selects documents in which one field is equal, or not equal, to a value.
  case equal = "scan-equal"
  /// Selects the few documents whose title is greater than a value.
  case range = "scan-range"
  /// Returns the first 50 documents, sorted by a field.
  case firstOfSort = "sort-first"

  /// A title that is greater than the titles of most documents.
  static let lateTitle = "Water the plants in room 99990"

  /// A vendor whose emulator scans its documents.
  struct Vendor: Sendable {
    let title: String
    let name: String
    /// Creates a number of documents, and returns the requests of the scans.
    let prepare: @Sendable (Int) throws -> (sample: SampleStage, request: (Scan) -> Request)
  }

  static let vendors = [
    Vendor(title: "Cosmos DB", name: "cosmos") {
      let account = try SampleAccount(documents: $0)
      return (account.sample, account.scan)
    },
    Vendor(title: "StackMob", name: "stackmob") {
      let app = try SampleApp(documents: $0)
      return (app.sample, app.scan)
    },
    Vendor(title: "Mia, CRUD", name: "mia") {
      let project = try SampleProject(documents: $0)
      return (project.sample, project.scan)
    },
    Vendor(title: "Mia, BaaS 3", name: "baas") {
      let project = try SampleProject(documents: $0)
      return (project.sample, project.itemScan)
    },
  ]
}
