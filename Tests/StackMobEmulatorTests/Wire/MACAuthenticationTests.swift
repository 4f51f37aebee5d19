import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `MAC authentication` {
  static let credentials = MACCredentials(
    id: "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6", key: "Zq8vT3mLr0XyWcB5nHsJ2dPfKg7uEa91")

  /// Creates an app with a todo, in which the user jack has the access token and key of
  /// `credentials`.
  static func app(_ credentials: MACCredentials = credentials) throws -> StackMobApp {
    var app = StackMobApp.withJack()
    app.post("/todo", #"{"todo_id":"4f0c x","done":false,"priority":2,"name":"\"é\"<"}"#)
    try app.backend.change(version: 0) { (state) throws(ProviderStateError) in
      state.sessions.add(
        Session(
          accessToken: credentials.id, macKey: credentials.key, refreshToken: "r",
          userSchema: "user", userName: "jack", expires: .max))
    }
    return app
  }

  struct Vector: Sendable, CustomTestStringConvertible {
    var credentials = MACAuthentication.credentials
    let method: String
    let target: String
    let origin: String
    let timestamp: String
    let nonce: String
    let mac: String
    let status: Int
    var testDescription: String { "\(method) \(target)" }

    init(
      _ method: String, _ target: String, _ origin: String, _ timestamp: String, _ nonce: String,
      _ mac: String, _ status: Int
    ) {
      (self.method, self.target, self.origin) = (method, target, origin)
      (self.timestamp, self.nonce, self.mac, self.status) = (timestamp, nonce, mac, status)
    }
  }

  typealias MACAuthentication = `MAC authentication`

  static let iOSVector = {
    var vector = Vector(
      "POST", "/hello", "https://host", "1337", "noncenonce", "0zhv2wxoLoZ8jhFuUP+XVrLJLmA=", 201)
    vector.credentials = MACCredentials(id: "accessToken", key: "macKey")
    return vector
  }()

  static let vectors = [
    iOSVector,
    Vector(
      "GET", "/todo?done=false&priority[gte]=2", "http://127.0.0.1:8080", "1371040000", "n4711",
      "yVVN/hMLo9SR0oXehMyiIbhjY6E=", 200),
    Vector(
      "GET", "/todo?done=false&priority%5Bgte%5D=2", "http://127.0.0.1:8080", "1371040000",
      "n4711", "DJrARed6wQ5TsJwBqu8rZqBEjRQ=", 200),
    Vector(
      "POST", "/todo", "http://api.stackmob.com", "1371040060", "n17",
      "KorXepusDGnrmgq06kT13BMNXNM=", 201),
    Vector(
      "GET", "/user/loggedInUser", "https://api.stackmob.com", "1371040120", "n9999",
      "QrZId64TWlhO+HMNpjEdfi3MyzM=", 200),
    Vector(
      "DELETE", "/todo/4f0c%20x", "http://127.0.0.1:8080", "1371040180", "n5",
      "H1PVJuRlz75lKSI8heN0Ac9eXxI=", 200),
  ]

  @Test(arguments: vectors)
  func `the reference's MAC vectors are accepted`(_ vector: Vector) throws {
    var app = try Self.app(vector.credentials)
    var request = app.request(
      vector.method, vector.target, vector.method == "POST" ? "{}" : "")
    let origin = vector.origin.split(separator: "://")
    (request.scheme, request.authority) = (String(origin[0]), String(origin[1]))
    let authorization = MACAuthorization(
      id: vector.credentials.id, timestamp: vector.timestamp, nonce: vector.nonce,
      mac: vector.mac)
    request.headers[.authorization] = authorization.headerValue
    #expect(app.send(request).status == vector.status)
    request.method = .put
    // A reserved method is refused before the signature is checked (A25).
    let isReserved = vector.target == "/user/loggedInUser"
    #expect(
      app.send(request)
        == (isReserved ? .error(405, "Invalid HTTP method") : StackMobApp.notAuthorized))
  }

  struct Candidate: Sendable, CustomTestStringConvertible {
    var scheme = "http"
    var authority = StackMobApp.authority
    var sent = "/todo"
    var signed: String?
    var host: String?
    var port: Int?
    var forwardedHost: String?
    var forwardedPort: String?
    var testDescription: String { "\(sent) \(signed ?? "") \(host ?? "") \(port ?? 0)" }
  }

  static let sent = "/todo/4f0c%20x?_expand=1&name=%22%C3%A9%22%3C&x=1%2C2%20%26"

  @Test(arguments: [
    Candidate(sent: sent),
    Candidate(sent: sent, signed: "/todo/4f0c%20x?_expand=1&name=\"é\"<&x=1,2%20%26"),
    Candidate(sent: sent, signed: "/todo/4f0c x?_expand=1&name=\"é\"<&x=1,2%20%26"),
    Candidate(sent: sent, signed: "/todo/4f0c x?_expand=1&name=%22%C3%A9%22%3C&x=1%2C2%20%26"),
    Candidate(scheme: "https", authority: "api.stackmob.com", port: 443),
    Candidate(scheme: "https", authority: "api.stackmob.com", port: 80),
    Candidate(scheme: "https", authority: "127.0.0.1:4402", port: 4402),
    Candidate(scheme: "https", authority: "127.0.0.1:4402", port: 4401),
    Candidate(scheme: "https", authority: "127.0.0.1:4402", port: 80),
    Candidate(
      scheme: "https", authority: "127.0.0.1:4402", sent: sent,
      signed: "/todo/4f0c x?_expand=1&name=\"é\"<&x=1,2%20%26", port: 4401),
    Candidate(host: "browser", port: 80, forwardedHost: "browser"),
    Candidate(host: "browser", port: 9000, forwardedHost: "browser", forwardedPort: "9000"),
    Candidate(forwardedHost: "browser", forwardedPort: "9000"),
  ])
  func `each client's way of signing is accepted`(_ row: Candidate) throws {
    var app = try Self.app()
    var configuration = StackMobConfiguration()
    configuration.httpPorts = [4401]
    try app.backend.change(version: 0) { (state) throws(ProviderStateError) in
      state.configuration = configuration
    }
    #expect(app.send(Self.request(row, app)).status == 200)
  }

  @Test(arguments: [
    Candidate(port: 80), Candidate(host: "localhost"), Candidate(sent: "/todo", signed: "/Todo"),
    Candidate(sent: "/todo", signed: "/todo/"),
    Candidate(sent: sent, signed: "/todo/4f0c x?_expand=1&name=\"é\"<&x=1,2 &"),
    Candidate(scheme: "https", authority: "127.0.0.1:4402", port: 4401),
    Candidate(host: "browser", port: 80), Candidate(port: 80, forwardedHost: "browser"),
  ])
  func `a MAC over any other text is refused`(_ row: Candidate) throws {
    var app = try Self.app()
    #expect(app.send(Self.request(row, app)) == StackMobApp.notAuthorized)
  }

  static func request(_ row: Candidate, _ app: StackMobApp) -> Request {
    var request = app.request("GET", row.sent)
    (request.scheme, request.authority) = (row.scheme, row.authority)
    request.headers[.field("X-StackMob-Forwarded-Host")] = row.forwardedHost
    request.headers[.field("X-StackMob-Forwarded-Port")] = row.forwardedPort
    return request.signed(with: credentials, target: row.signed, host: row.host, port: row.port)
  }

  @Test func `a wrong MAC is refused with the signed text and the difference`() throws {
    var app = try Self.app()
    var request = app.request("GET", "/todo?done=false&priority[gte]=2")
    let mac = "yVVN/hMLo9SR0oXehMyiIbhjY6X="
    request.headers[.authorization] =
      MACAuthorization(id: Self.credentials.id, timestamp: "1371040000", nonce: "n4711", mac: mac)
      .headerValue
    let response = app.answer(request).response
    #expect(response.status.code == 401)
    #expect(response.text == #"{"error":"Insufficient authorization"}"#)
    let reason = try #require(response.headers[.field("X-Ghostlight-Reason")])
    #expect(
      reason
        == #"wrong MAC; our string to sign is "1371040000\nn4711\nGET\n"#
        + #"/todo?done=false&priority[gte]=2\n127.0.0.1\n8080\n\n","#
        + #" our signature is "yVVN/hMLo9SR0oXehMyiIbhjY6E=", theirs is "\#(mac)","#
        + " the first difference is at byte 26 (StackMob A4)")
  }

  @Test(arguments: [
    #"MAC id="nobody",ts="1",nonce="n",mac="x""#, "MAC", "MAC id=", #"MAC id="x""#, "Basic abc",
    "", "Bearer x", #"MAC id="x",id="x",ts="1",nonce="n",mac="x""#,
  ])
  func `an empty or malformed Authorization is refused, even for open calls`(
    _ field: String
  ) throws {
    var app = try Self.app()
    #expect(app.get("/todo", headers: ["Authorization": field]) == StackMobApp.notAuthorized)
  }

  @Test func `the API key is checked before the MAC`() throws {
    var app = try Self.app()
    app.session = Self.credentials
    var request = app.request("GET", "/todo")
    #expect(app.send(request).status == 200)
    request.headers[.field("X-StackMob-API-Key")] = nil
    #expect(app.send(request) == .error(401, "Invalid API key"))
    request.headers[.field("X-StackMob-API-Key")] = app.configuration.productionKeys.publicKey
    #expect(app.send(request) == .error(401, "Invalid API key"))
  }
}
