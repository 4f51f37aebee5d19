import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import CRUD

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `CRUD services and their environment` {
  private static func environment(_ stage: MockTransport, _ keys: [String: String])
    -> CRUDEnvironment
  {
    CRUDEnvironment(
      ClientDefaults(
        transport: { name in
          name == "mia"
            ? stage.transport
            : Transport { _ throws(TransportError) in
              throw .cannotFindHost(name)
            }
        }, urlSession: { _ in .shared }, now: { Date() }, clock: ContinuousClock(), keys: keys))
  }

  private static func secrets(_ stage: MockTransport) -> [String?] {
    stage.requests.map { request in HTTPField.Name("secret").flatMap { request.headers[$0] } }
  }

  @Test func `a service of a test has its transport and secret`() throws {
    let stage = MockTransport(.json(.ok, 3))
    let known = Self.environment(stage, ["MIA_SECRET": "known"])
    #expect(CRUDEnvironment.emulators == ["mia"])
    #expect(known.callbackQueue.label == DispatchQueue.main.label)
    _ = try CRUD(environment: known).get(collection: "a").count()
    _ = try CRUD(environment: Self.environment(stage, [:])).get(collection: "a").count()
    let given = CRUD(emulator: URL(string: "https://h:9/x/"), secret: "given", environment: known)
    _ = try given.get(collection: "a").count()
    #expect(Self.secrets(stage) == ["known", "s3cr3t", "given"])
    #expect(
      stage.calls == [
        "GET /v2/a/count", "GET /v2/a/count", "GET /x/v2/a/count",
      ])
    #expect(stage.requests.last?.authority == "h:9" && stage.requests.last?.scheme == "https")
  }

  @Test func `a service has the queue of its environment until it gets another`() {
    var environment = CRUDEnvironment(transport: MockTransport().transport)
    let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
    environment.callbackQueue = first
    let crud = CRUD(basePath: "h", secret: "s", environment: environment)
    #expect(crud.callbackQueue === first)
    crud.callbackQueue = second
    #expect(crud.callbackQueue === second)
  }

  @Test func `two services have their own sessions`() throws {
    let stage = MockTransport(.json(.ok, 3))
    let (one, two) = (stage.crud, stage.crud)
    one.setSessionID(sessionID: "1")
    two.setSessionID(sessionID: "2")
    one.setSessionID(sessionID: "3")
    for crud in [one, two] { _ = try crud.get(collection: "a").count() }
    one.resetSessionID()
    for crud in [one, two] { _ = try crud.get(collection: "a").count() }
    let sids = stage.requests.map { request in
      HTTPField.Name("sid").flatMap { request.headers[$0] }
    }
    #expect(sids == ["3", "2", nil, "2"])
  }

  private static let texts: [(CRUDError, String)] = [
    (.invalidURL("a"), "a"), (.transport("b"), "b"), (.decoding("c"), "c"), (.encoding("d"), "d"),
    (.http(statusCode: 404, error: nil, message: nil), "The service returned status 404"),
    (.http(statusCode: 404, error: "e", message: nil), "The service returned status 404: e"),
    (.http(statusCode: 404, error: nil, message: "m"), "The service returned status 404: m"),
    (.http(statusCode: 404, error: "e", message: "m"), "The service returned status 404: e: m"),
    (
      .invalidResponse,
      "The service's response does not have the expected value; check the base path."
    ),
    (.emptyPatch, "Nothing to update; call update, remove, increment or push first."),
  ]

  @Test(arguments: texts) func `an error has its text`(_ error: CRUDError, _ text: String) {
    #expect(error.description == text && error.errorDescription == text)
  }

  @Test(
    arguments: [
      (.notConnectedToInternet("off"), "There is no connection: off"),
      (.cannotFindHost("who"), "There is no connection: who"),
      (.cannotConnect("refused"), "There is no connection: refused"),
    ] as [(TransportError, String)]) func `a missing connection has its reason`(
      _ error: TransportError, _ text: String
    )
  {
    #expect(CRUDError(error) == .transport(text))
  }

  @Test(arguments: [(199, false), (200, true), (204, true), (299, true), (300, false)])
  func `only a status of success is accepted`(_ status: Int, _ isAccepted: Bool) {
    let crud = MockTransport(.json(.init(code: status), 3)).crud
    let count = try? crud.get(collection: "a").count()
    #expect(count == (isAccepted ? 3 : nil))
  }

  private static let coding: [(any Error, CRUDError)] = [
    (
      EncodingError.invalidValue(1, .init(codingPath: [], debugDescription: "bad")),
      .encoding("A Author cannot be encoded as JSON: bad")
    ), (CancellationError(), .encoding("A Author cannot be encoded as JSON: CancellationError()")),
  ]

  @Test(arguments: coding) func `an object that cannot be encoded is named`(
    _ error: any Error, _ expected: CRUDError
  ) {
    #expect(CRUDError(encoding: Author.self, error) == expected)
  }

  @Test func `a response that cannot be decoded is named with its place`() {
    let context = DecodingError.Context(codingPath: [], debugDescription: "bad")
    let errors: [any Error] = [
      DecodingError.typeMismatch(Int.self, context), DecodingError.valueNotFound(Int.self, context),
      DecodingError.dataCorrupted(context),
    ]
    for error in errors {
      #expect(
        CRUDError(decoding: Author.self, error)
          == .decoding("The response cannot be decoded as Author: bad"))
    }
    #expect(
      CRUDError(decoding: Author.self, CancellationError())
        == .decoding("The response cannot be decoded as Author: CancellationError()"))
  }

  @Test(
    arguments: [
      (-62_167_219_200.001, nil), (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
      (253_402_300_799.999, "9999-12-31T23:59:59.999Z"), (253_402_300_800, nil), (.nan, nil),
      (0.0006, "1970-01-01T00:00:00.001Z"),
    ] as [(Double, String?)]) func `dates are sent from year 0 to 9999`(
      _ seconds: Double, _ text: String?
    ) throws
  {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(date.serviceText == text)
    let stage = MockTransport(.created)
    let post = stage.crud.post(collection: "a")
    if let text {
      try post.sync(object: Author(born: date))
      #expect(stage.calls == [#"POST /v2/a/ {"born":"\#(text)"}"#])
    } else {
      #expect(
        throws: CRUDError.encoding("A Author cannot be encoded as JSON at born: \(Date.outOfRange)")
      ) { try post.sync(object: Author(born: date)) }
    }
  }

  @Test func `the first value that cannot be sent is the error of an update`() {
    let patch = MockTransport(.created).crud.patch(collection: "a")
    patch.update(object: Double.nan, for: "a").push(object: URLSession.shared, to: "b")
    let error = #expect(throws: CRUDError.self) { try patch.sync(id: "1") }
    #expect(error?.description.hasPrefix("A Double cannot be sent") == true)
  }
}
