import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import GhostlightSigning
import HTTPTypes
import Synchronization
import TestSupport
import Testing

/// A vendor's login flow: log in, use the session, refresh it or log in again.
struct VendorLogin: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Creates the user; this request is not recorded.
  let registration: Request
  /// Logs in with a password, uses the session, and returns the status codes of the responses.
  let live: @Sendable (Responder, _ password: String) async -> [Int]

  static let password = "s3cret & more"

  static let all = [stackmob, egf2, mia]

  private static let stackmob = VendorLogin(
    testDescription: "stackmob",
    registration: key(.json(.post, "/user", ["username": "jack", "password": .string(password)]))
  ) { responder, password in
    let fields = [
      FormField("username", "jack"), FormField("password", password),
      FormField("token_type", "mac"),
    ]
    let login = await responder.respond(key(.form(.post, "/user/accessToken", fields)))
    let use = await responder.respond(signed(login.json))
    let token = FormField("refresh_token", login.json?["refresh_token"]?.string ?? "")
    let refresh = await responder.respond(key(.form(.post, "/user/refreshToken", [token])))
    let again = await responder.respond(signed(refresh.json))
    return [login, use, refresh, again].map(\.status.code)
  }

  private static func key(_ request: Request) -> Request {
    var request = request
    HTTPField.Name("X-StackMob-API-Key").map {
      request.headers[$0] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    }
    request.headers[.accept] = "application/vnd.stackmob+json; version=0"
    return request
  }

  private static func signed(_ tokens: JSON?) -> Request {
    var request = key(Request(.get, "/user/loggedInUser"))
    let credentials = MACCredentials(
      id: tokens?["access_token"]?.string ?? "", key: tokens?["mac_key"]?.string ?? "")
    let mac = MACRequest(
      method: "GET", target: request.target.raw, host: request.host, port: request.port)
    request.headers[.authorization] =
      MACSigner.sign(mac, with: credentials, timestamp: 1_371_040_000, nonce: "n").headerValue
    return request
  }

  private static let egf2 = VendorLogin(
    testDescription: "egf2",
    registration: .json(
      .post, "/v1/register",
      [
        "first_name": "Mark", "last_name": "Field", "email": "mark@example.com",
        "date_of_birth": "1990-01-01T00:00:00.000Z", "password": .string(password),
      ])
  ) { responder, password in
    var statuses: [Int] = []
    for _ in 0..<2 {
      let login = await responder.respond(
        .json(
          .post, "/v1/login", ["email": "mark@example.com", "password": .string(password)]))
      var use = Request(.get, "/v1/graph/me")
      use.headers[.authorization] = "Bearer \(login.json?["token"]?.string ?? "")"
      var end = Request(.get, "/v1/logout")
      end.headers[.authorization] = use.headers[.authorization]
      statuses.append(login.status.code)
      statuses.append(await responder.respond(use).status.code)
      statuses.append(await responder.respond(end).status.code)
    }
    return statuses
  }

  private static let mia = VendorLogin(
    testDescription: "mia",
    registration: secret(
      .json(
        .post, "/users",
        [
          "username": "mario", "email": "mario@example.com", "password": .string(password),
        ]))
  ) { responder, password in
    let fields = [FormField("email", "mario@example.com"), FormField("password", password)]
    var statuses: [Int] = []
    for _ in 0..<2 {
      let login = await responder.respond(secret(.form(.post, "/users/login", fields)))
      var use = secret(Request(.get, "/users/me"))
      HTTPField.Name("sid").map { use.headers[$0] = login.json?["id"]?.string }
      statuses.append(login.status.code)
      statuses.append(await responder.respond(use).status.code)
    }
    return statuses
  }

  private static func secret(_ request: Request) -> Request {
    var request = request
    HTTPField.Name("secret").map { request.headers[$0] = "REDACTED-secret-1" }
    return request
  }
}

@Suite(.limitedConcurrency) struct `Recorded logins without secrets` {
  /// Returns a stage with the vendor's backend and a user, and a responder that adds the vendor's
  /// keys.
  private static func backend(_ login: VendorLogin) async throws -> (Stage, Responder) {
    let stage = Stage()
    let emulator = try #require(
      stage.configuration.services.first { $0.name == login.testDescription })
    let responder = try #require(stage.responder(for: login.testDescription))
    let whole = ClientCredentials(of: emulator).completing(
      MACRequestSigner().resigning(responder))
    _ = await whole.respond(login.registration)
    return (stage, whole)
  }

  private static func recording(_ login: VendorLogin) async throws -> (Recording, [Int]) {
    let recorder = Recorder { 1_371_040_000_000 }
    let recorded = try await backend(login).1.recorded(into: recorder)
    let statuses = await login.live(recorded, VendorLogin.password)
    let file = HARDocument(Redactor().redact(recorder.recording)).bytes
    #expect(!String(decoding: file, as: UTF8.self).contains("s3cret"))
    return (try Recording(HARDocument(reading: file, named: "login.har")), statuses)
  }

  @Test(arguments: VendorLogin.all)
  func `a redacted login is replayed for any password`(_ login: VendorLogin) async throws {
    let (recording, statuses) = try await Self.recording(login)
    #expect(statuses.allSatisfy { (200...204).contains($0) }, "\(statuses)")
    let replayer = Replayer(recording, normalise: Redactor().normaliser(for: recording))
    #expect(await login.live(replayer.responder, "another one") == statuses)
    #expect(replayer.report.isClean, "\(replayer.report)")
  }

  @Test(arguments: VendorLogin.all)
  func `a redacted login is compared by its filled password`(_ login: VendorLogin) async throws {
    let (recording, _) = try await Self.recording(login)
    let said = Mutex<[String]>([])
    let (_, empty) = try await Self.backend(login)
    let unfilled = PlaceholderFills().completing(empty) { text in said.withLock { $0.append(text) }
    }
    let drifted = await Drift.check(recording, against: unfilled).withoutPlaceholders
    #expect(!drifted.isClean)
    #expect(said.withLock { $0 }.count == 1)
    #expect(said.withLock { $0[0].contains("GHOSTLIGHT_FILL_PASSWORD_1") })
    let (_, backend) = try await Self.backend(login)
    let fills = PlaceholderFills(environment: ["GHOSTLIGHT_FILL_PASSWORD_1": VendorLogin.password])
    let filled = fills.completing(backend) { text in said.withLock { $0.append(text) } }
    let report = await Drift.check(recording, against: filled, mask: Self.times)
    #expect(report.withoutPlaceholders.isClean, "\(report)")
    #expect(said.withLock { $0 }.count == 1)
  }

  /// The paths of times that differ because the two backends created their users at different
  /// times.
  private static let times: DriftMask = {
    let paths = [
      "$..createddate", "$..lastmoddate", "$..created_at", "$..modified_at", "$..createdAt",
      "$..updatedAt",
    ]
    do { return DriftMask.standard.union(try DriftMask(values: paths)) } catch { return .standard }
  }()
}
