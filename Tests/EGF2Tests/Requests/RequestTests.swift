import EGF2
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `EGF2 requests` {
  static let auth: [CallRow] = [
    CallRow(
      "register",
      #"POST /v1/register {"first_name":"Mark","last_name":"Field","email":"m@example.com","#
        + #""date_of_birth":"1970-01-01T00:00:00.001Z","password":"secret"}"#
    ) { graph, done in
      graph.register(
        withFirstName: "Mark", lastName: "Field", email: "m@example.com",
        dateOfBirth: Date(timeIntervalSince1970: 0), password: "secret"
      ) { _, _ in done() }
    },
    CallRow("login", #"POST /v1/login {"email":"m@example.com","password":"secret"}"#) {
      graph, done in
      graph.login(withEmail: "m@example.com", password: "secret") { _, _ in done() }
    },
    CallRow("logout", "GET /v1/logout") { graph, done in
      graph.logout { _, _ in done() }
    },
    CallRow("change", #"POST /v1/change_password {"old_password":"a","new_password":"b"}"#) {
      graph, done in
      graph.change(oldPassword: "a", withNewPassword: "b") { _, _ in done() }
    },
    CallRow("restorePassword", "GET /v1/forgot_password?email=a+b&c@example.com") { graph, done in
      graph.restorePassword(withEmail: "a+b&c@example.com") { _, _ in done() }
    },
    CallRow("resetPassword", #"POST /v1/reset_password {"reset_token":"t|1","new_password":"b"}"#) {
      graph, done in
      graph.resetPassword(withToken: "t|1", newPassword: "b") { _, _ in done() }
    },
    CallRow("verifyEmail", "GET /v1/verify_email?token=t|1") { graph, done in
      graph.verifyEmail(withToken: "t|1") { _, _ in done() }
    },
    CallRow("resendEmailVerification", "POST /v1/resend_email_verification") { graph, done in
      graph.resendEmailVerification { _, _ in done() }
    },
  ]

  static let objects: [CallRow] = [
    CallRow("object", "GET /v1/graph/p-12?expand=") { graph, done in
      graph.object(withId: "p-12") { _, _ in done() }
    },
    CallRow("object with expand", "GET /v1/graph/p-12?expand=image{user},comments(5)") {
      graph, done in
      graph.object(withId: "p-12", expand: ["image{user}", "comments(5)"]) { _, _ in done() }
    },
    CallRow("refreshObject", "GET /v1/graph/p-12?expand=") { graph, done in
      graph.refreshObject(withId: "p-12") { _, _ in done() }
    },
    CallRow("refreshObject with expand", "GET /v1/graph/p-12?expand=image") { graph, done in
      graph.refreshObject(withId: "p-12", expand: ["image"]) { _, _ in done() }
    },
    CallRow("userObject", "GET /v1/graph/me") { graph, done in
      graph.userObject { _, _ in done() }
    },
    CallRow("createObject", #"POST /v1/graph {"object_type":"post"}"#) { graph, done in
      graph.createObject(withParameters: ["object_type": "post"]) { _, _ in done() }
    },
    CallRow("updateObject", #"PUT /v1/graph/p-12 {"text":"hi"}"#) { graph, done in
      graph.updateObject(withId: "p-12", parameters: ["text": "hi"]) { _, _ in done() }
    },
    CallRow("deleteObject", "DELETE /v1/graph/p-12") { graph, done in
      graph.deleteObject(withId: "p-12") { _, _ in done() }
    },
  ]

  static let edges: [CallRow] = [
    CallRow("createObject on edge", #"POST /v1/graph/u-03/posts {"object_type":"post"}"#) {
      graph, done in
      graph.createObject(
        withParameters: ["object_type": "post"], forSource: "u-03", onEdge: "posts"
      ) { _, _ in done() }
    },
    CallRow("addObject", "POST /v1/graph/u-03/follows/v-03") { graph, done in
      graph.addObject(withId: "v-03", forSource: "u-03", toEdge: "follows") { _, _ in done() }
    },
    CallRow("deleteObject from edge", "DELETE /v1/graph/u-03/follows/v-03") { graph, done in
      graph.deleteObject(withId: "v-03", forSource: "u-03", fromEdge: "follows") { _, _ in done() }
    },
    CallRow("doesObject", "GET /v1/graph/u-03/follows/v-03") { graph, done in
      graph.doesObject(withId: "v-03", existForSource: "u-03", onEdge: "follows") { _, _ in done() }
    },
    CallRow("objects", "GET /v1/graph/u-03/posts") { graph, done in
      graph.objects(forSource: "u-03", edge: "posts") { _, _, _ in done() }
    },
    CallRow("objects, expanded and counted", "GET /v1/graph/u-03/posts?count=5&expand=image") {
      graph, done in
      graph.objects(forSource: "u-03", edge: "posts", after: nil, expand: ["image"], count: 5) {
        _, _, _ in done()
      }
    },
    CallRow("refreshObjects", "GET /v1/graph/me/my posts?count=0") { graph, done in
      graph.refreshObjects(forSource: "me", edge: "my posts", after: nil, expand: [], count: 0) {
        _, _, _ in done()
      }
    },
    CallRow("search", "GET /v1/search?object=user") { graph, done in
      graph.search(forObject: "user", after: -1, count: -1) { _, _, _ in done() }
    },
  ]

  @Test(arguments: auth + objects + edges)
  func `each call sends its one request`(_ row: CallRow) async throws {
    let app = try ScriptedApp()
    let _: Bool = try await awaitCallback { resume in row.start(app.graph) { resume(true) } }
    #expect(app.service.lines == [row.line])
    #expect(
      app.service.requests.map(\.headers) == [[.contentType: "application/json"]])
  }

  @Test func `all characters except letters, digits and -._~ are escaped`() async throws {
    let app = try ScriptedApp()
    try await app.graph.restorePassword(withEmail: "a+b&c=d/é~")
    #expect(
      app.service.requests.map(\.target.raw)
        == ["/v1/forgot_password?email=a%2Bb%26c%3Dd%2F%C3%A9~"])
  }

  @Test func `every request after a login has the token`() async throws {
    let app = try ScriptedApp(.session, .object("u-03"))
    try await app.graph.login(withEmail: "m@example.com", password: "secret")
    _ = try await app.graph.userObject()
    #expect(app.service.requests.map { $0.headers[.authorization] } == [nil, "Bearer s-02|f00"])
  }

  static let addresses: [(String, String)] = [
    ("http://host/v1/", "http://host /v1/graph/me"), ("http://host/v1", "http://host /v1/graph/me"),
    ("https://host:8443", "https://host:8443 /graph/me"),
    ("http://[::1]:4403/a/b/?x=1", "http://[::1]:4403 /a/b/graph/me"),
  ]

  @Test(arguments: addresses)
  func `request paths extend the server's path`(_ row: (url: String, sent: String)) async throws {
    let app = try ScriptedApp(.object("u-03"))
    app.graph.serverURL = URL(string: row.url)
    _ = try await app.graph.userObject()
    let request = try #require(app.service.requests.first)
    #expect("\(request.scheme)://\(request.authority) \(request.target)" == row.sent)
  }

  @Test func `a search sends all parameters with sorted keys`() async throws {
    let app = try ScriptedApp(.page([], count: 0))
    let parameters = EGF2SearchParameters.parameters(withObject: "post")
    parameters.expand = ["creator", "image"]
    parameters.fields = ["text"]
    parameters.sort = ["created_at(DESC)", "text"]
    parameters.filters = ["color": ["red", "green"], "b": "!x", "a": 1, "c": true]
    parameters.range = ["created_at": ["2017-01-01", "2017-02-01"], "size": "1:5"]
    parameters.query = "hello world"
    _ = try await app.graph.search(withParameters: parameters, after: 9, count: 10)
    _ = try await app.graph.search(
      forObject: "post", after: 9, count: 10, expand: parameters.expand, fields: parameters.fields,
      filters: parameters.filters, range: parameters.range, sort: parameters.sort,
      query: parameters.query)
    let line =
      "GET /v1/search?object=post&after=9&count=10&expand=creator,image&fields=text"
      + "&sort=created_at(DESC),text&filters=a:1,b:!x,c:true,color:red,green"
      + "&range=created_at:2017-01-01:2017-02-01,size:1:5&q=hello world"
    #expect(app.service.lines == [line, line])
  }

  @Test func `dates in a search are sent as their day in UTC`() async throws {
    let app = try ScriptedApp(.page([], count: 0))
    let first = Date(timeIntervalSince1970: 1_484_956_799.999)
    let last = Date(timeIntervalSince1970: 1_484_956_800)
    _ = try await app.graph.search(
      forObject: "post", filters: ["born": first], range: ["created_at": [first, last]])
    #expect(
      app.service.lines == [
        "GET /v1/search?object=post&filters=born:2017-01-20"
          + "&range=created_at:2017-01-20:2017-01-21"
      ])
  }

  @Test(arguments: [
    (631_152_000, "1990-01-01T00:00:00.000Z"), (-1_000_000_000, "1938-04-24T22:13:20.000Z"),
    (951_782_399.999, "2000-02-28T23:59:59.999Z"), (4_102_444_800, "2100-01-01T00:00:00.000Z"),
  ])
  func `dates of birth before and after 1970 are sent exactly`(
    _ seconds: Double, _ text: String
  ) async throws {
    let app = try ScriptedApp(.session)
    try await app.graph.register(
      withFirstName: "Mark", lastName: "Field", email: "m@example.com",
      dateOfBirth: Date(timeIntervalSince1970: seconds), password: "secret")
    let body = try JSON.parse(try #require(app.service.requests.first).body)
    #expect(body["date_of_birth"] == .string(text))
  }

  @Test func `plus and ampersand in a query are escaped`() async throws {
    let app = try ScriptedApp(.page([], count: 0))
    _ = try await app.graph.search(forObject: "post", query: "a+b&c=d")
    _ = try await app.graph.search(
      forObject: "post", filters: ["text": "+&"], range: ["text": ["+&", "&+"]])
    #expect(
      app.service.requests.map(\.target.raw) == [
        "/v1/search?object=post&q=a%2Bb%26c%3Dd",
        "/v1/search?object=post&filters=text%3A%2B%26&range=text%3A%2B%26%3A%26%2B",
      ])
  }

  /// Checks requests after logouts that the server accepted, refused or did not receive.
  @Test(arguments: [Response.empty, .refusal(500, "SomeCode", "some text"), nil])
  func `requests after a logout have no token`(_ answer: Response?) async throws {
    let service = ScriptedServer([.session, answer ?? .empty, .object("p-12")])
    let app = try ScriptedApp { environment in
      environment.transport = Transport { request throws(TransportError) in
        let response = service.answer(request)
        guard answer != nil || !request.target.raw.hasSuffix("/logout") else {
          throw .connectionReset
        }
        return response
      }
    }
    try await app.graph.login(withEmail: "m@example.com", password: "secret")
    let error = try await awaitCallback { resume in app.graph.logout { resume($1) } }
    #expect((error == nil) == (answer == .empty))
    #expect(!app.graph.isAuthorized)
    _ = try await app.graph.refreshObject(withId: "p-12")
    #expect(
      service.requests.map { $0.headers[.authorization] } == [nil, "Bearer s-02|f00", nil])
  }
}
