import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Failures in the vendor's format` {
  /// A fault plan that makes an emulator's service fail, and the emulator's expected response.
  struct Row: Sendable, CustomTestStringConvertible {
    let emulator: String
    let target: RequestTarget
    let plan: String
    let status: Int
    let body: JSON
    var headers: [String: String] = [:]

    var testDescription: String { "\(emulator)\(target.raw) \(plan)" }
  }

  private static let activity = "57cdb05a-8980-4872-9141-28ffa3c931a6"

  /// Returns the body of a refusal in the format of a Cosmos DB account (Cosmos B20).
  private static func cosmos(_ code: String, _ text: String) -> JSON {
    let trailer = "\r\nActivityId: \(activity), Microsoft.Azure.Documents.Common/2.14.0"
    return ["code": .string(code), "message": .string(text + trailer)]
  }

  private static func backend(_ code: String, _ text: String) -> JSON {
    cosmos(code, #"Message: {"Errors":["\#(text)"]}"#)
  }

  private static let rateIsLarge = backend(
    "TooManyRequests",
    "Request rate is large. More Request Units may be needed, so no changes were made. Please "
      + "retry this request later. Learn more: http://aka.ms/cosmosdb-error-429")

  private static let retryMilliseconds = "x-ms-retry-after-ms"
  private static let substatus = "x-ms-substatus"
  private static let stackMobTime = "X-StackMob-Time-MS"
  private static let lamp: RequestTarget = "/dbs/mbaas/colls/appcenter/docs/lamp"

  private static let rows: [Row] = [
    Row(
      emulator: "stackmob", target: "/todo", plan: #"{"status":500}"#, status: 500,
      body: ["error": "Internal Server Error"], headers: [stackMobTime: "1568974272000"]),
    Row(
      emulator: "stackmob", target: "/todo", plan: #"{"status":401}"#, status: 401,
      body: ["error": "Insufficient authorization"]),
    Row(
      emulator: "stackmob", target: "/todo", plan: #"{"retryAfter":5}"#, status: 503,
      body: [
        "error":
          "Your custom code instance has been scheduled for start, and should be ready shortly"
      ], headers: ["Retry-After": "5"]),
    Row(
      emulator: "mia", target: "/v2/books/", plan: #"{"status":503,"retryAfter":2}"#, status: 503,
      body: ["statusCode": 503, "error": "Service Unavailable", "message": "Service Unavailable"],
      headers: ["Retry-After": "2"]),
    Row(
      emulator: "mia", target: "/v2/books/", plan: #"{"status":404}"#, status: 404,
      body: ["error": "not found"]),
    Row(
      emulator: "mia", target: "/books", plan: #"{"status":500}"#, status: 500,
      body: ["statusCode": 500, "status": 500, "message": "Internal Server Error"],
      headers: ["Cache-Control": "no-cache, no-store, must-revalidate"]),
    Row(
      emulator: "egf2", target: "/v1/graph/me", plan: #"{"status":503}"#, status: 503,
      body: ["code": "ServiceUnavailableError", "message": "Service Unavailable"]),
    Row(
      emulator: "egf2", target: "/v1/graph/me", plan: #"{"status":500}"#, status: 500,
      body: ["code": "InternalServerError", "message": "Internal Server Error"]),
    Row(
      emulator: "egf2", target: "/v1/graph/me", plan: #"{"status":419}"#, status: 419,
      body: ["code": "SessionExpired", "message": "session is expired"]),
    Row(
      emulator: "appcenter", target: "/v0.1/data/tokens", plan: #"{"status":429,"retryAfter":3}"#,
      status: 429,
      body: ["error": ["code": "TooManyRequests", "message": "Too Many Requests"]],
      headers: [retryMilliseconds: "3000"]),
    Row(
      emulator: "cosmos", target: lamp, plan: #"{"status":429}"#, status: 429, body: rateIsLarge,
      headers: [retryMilliseconds: "287", substatus: "3200"]),
    Row(
      emulator: "cosmos", target: lamp, plan: #"{"status":429,"retryAfter":2}"#, status: 429,
      body: rateIsLarge, headers: [retryMilliseconds: "2000", substatus: "3200"]),
    Row(
      emulator: "cosmos", target: lamp, plan: #"{"status":408}"#, status: 408,
      body: backend("RequestTimeout", "Request timed out.")),
    Row(
      emulator: "cosmos", target: lamp, plan: #"{"status":449}"#, status: 449,
      body: backend(
        "RetryWith",
        "Conflicting request to resource has been attempted. Retry to avoid conflicts.")),
    Row(
      emulator: "cosmos", target: lamp, plan: #"{"status":503}"#, status: 503,
      body: backend("ServiceUnavailable", "Service is currently unavailable.")),
    Row(
      emulator: "cosmos", target: lamp,
      plan: #"{"status":410,"headers":{"x-ms-substatus":"1007"}}"#, status: 410,
      body: backend("Gone", "The requested resource is no longer available at the server."),
      headers: [substatus: "1007"]),
  ]

  private static func stage(_ plan: String) throws -> Stage {
    var configuration = StageConfiguration()
    configuration.clock = .frozen(at: 1_568_974_272_000)
    let stage = Stage(configuration)
    try stage.namespace().addFault(
      try FaultPlan(json: try JSON.parse(plan), emulators: stage.configuration.services))
    return stage
  }

  @Test(arguments: rows)
  func `a fault plan with only a status gets the vendor's response and changes nothing`(
    _ row: Row
  ) throws {
    let stage = try Self.stage(row.plan)
    let before = try stage.view("default").snapshot().json["emulators"]
    let activity = try #require(HTTPField.Name("x-ms-activity-id"))
    let request = Request(.get, row.target, headers: [activity: Self.activity])
    let response = stage.respond(to: request, by: row.emulator)
    #expect(response.status.code == row.status)
    #expect(response.json == row.body)
    #expect(response.headers[.date] == "Fri, 20 Sep 2019 10:11:12 GMT")
    #expect(response.headers[.ghostlightReason]?.hasPrefix("a fault plan asks for this") == true)
    for (name, value) in row.headers {
      #expect(HTTPField.Name(name).flatMap { response.headers[$0] } == value)
    }
    if ["cosmos", "appcenter"].contains(row.emulator) {
      #expect(response.headers[.retryAfter] == nil)
    }
    #expect(try stage.view("default").snapshot().json["emulators"] == before)
    #expect(try stage.namespace().journal.map(\.answer.effect) == [.injected])
  }

  @Test(arguments: ["stackmob", "mia", "egf2", "cosmos", "appcenter"])
  func `a plan's own body replaces the vendor's, even if it is empty`(_ emulator: String) throws {
    let stage = try Self.stage(#"{"status":429,"retryAfter":9,"body":""}"#)
    let response = stage.respond(to: Request(.get, "/"), by: emulator)
    #expect(response == Response(.tooManyRequests, headers: [.retryAfter: "9"]))
  }

  @Test(arguments: [400, 599])
  func `every failure status has a response in every vendor's format`(_ code: Int) throws {
    let stage = try Self.stage(#"{"status":\#(code)}"#)
    for emulator in stage.configuration.services {
      let response = stage.respond(to: Request(.get, "/"), by: emulator.name)
      #expect(response.status.code == code)
      #expect(response.json?.object?.isEmpty == false)
    }
  }
}
