import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client that follows a link does not send our header fields, so the link itself must name the
/// namespace.
@Suite(.limitedConcurrency) struct `Links in responses` {
  private static let names = ["team-1", "Team_1"]
  private let stage = Stage()

  private func serve(
    _ emulator: String, _ body: (String, Transport) async throws -> Void
  ) async throws {
    let server = try await EmulatorServer.start(stage, .patient)
    let url = try #require(server.addresses.first { $0.name == emulator }).url
    try await body(
      String(url.dropFirst("http://".count)), .urlSession(URLSession(configuration: .patient)))
    await server.drain()
  }

  /// Returns a request for a link's URL, without Ghostlight's own header fields.
  private func following(
    _ method: HTTPRequest.Method, _ address: String, _ headers: HTTPFields = [:],
    _ body: [UInt8] = []
  ) throws -> Request {
    let rest = try #require(address.split(separator: "http://", maxSplits: 1).first)
    let slash = try #require(rest.firstIndex(of: "/"))
    return Request(
      method, RequestTarget(String(rest[slash...])), authority: String(rest[..<slash]),
      headers: headers, body: body)
  }

  private func named(
    _ name: String, _ method: HTTPRequest.Method, _ target: RequestTarget, at authority: String,
    _ body: [UInt8] = []
  ) throws -> Request {
    var request = Request(method, target, authority: authority, body: body)
    request.headers[try #require(HTTPField.Name("X-Ghostlight-Namespace"))] = name
    return request
  }

  @Test(arguments: names)
  func `a file of EGF2 is uploaded and downloaded by its URLs`(_ name: String) async throws {
    let space = try stage.namespace(name)
    let email: JSONObject = ["email": "mark@example.com"]
    _ = try space.setUp("user exists", in: "egf2", parameters: email)
    let session = try space.setUp("logged in", in: "egf2", parameters: email)
    try await serve("egf2") { authority, transport in
      var order = try named(name, .get, "/v1/new_file?mime_type=text/plain", at: authority)
      order.headers[.authorization] = session["authorization"]?.string
      let file = try await transport.send(order).json
      let put = try following(
        .put, try #require(file?["upload_url"]?.string), [.contentType: "text/plain"],
        Array("bytes".utf8))
      #expect(try await transport.send(put).status == .ok)
      var get = try following(.get, try #require(file?["url"]?.string))
      #expect(try await transport.send(get).text == "bytes")
      get.authority = authority
      get.target = RequestTarget(get.target.raw.replacing("/__ghostlight/ns/\(name)", with: ""))
      #expect(try await transport.send(get).status == .notFound)
    }
    #expect(stage.namespaceNames == ["default", name].sorted())
  }

  @Test(arguments: names)
  func `a link in EGF2's mail verifies the address that it was sent to`(
    _ name: String
  ) async throws {
    let form: JSON = [
      "first_name": "Carl", "last_name": "Lee", "email": "carl@example.com",
      "date_of_birth": "1990-01-01", "password": "secret",
    ]
    try await serve("egf2") { authority, transport in
      let register = try named(name, .post, "/v1/register", at: authority, form.bytes)
      #expect(try await transport.send(register).status == .ok)
      let mail = try stage.namespace(name).outbox["egf2"]?.messages.last
      let link = try #require(mail?.content["link"]?.string)
      #expect(try await transport.send(following(.get, link)).status == .ok)
      #expect(try await transport.send(following(.get, link)).status == .notFound)
    }
  }

  @Test(arguments: names)
  func `a file of Mia is downloaded by its location`(_ name: String) async throws {
    try await serve("mia") { authority, transport in
      var upload = try named(name, .post, "/files/a.txt", at: authority)
      upload.headers[.contentType] = "multipart/form-data; boundary=b"
      upload.body = Array(
        "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nHello\r\n--b--\r\n".utf8)
      let secret = try #require(HTTPField.Name("secret"))
      upload.headers[secret] = "s3cr3t"
      #expect(try await transport.send(upload).status == .ok)
      var list = try named(name, .get, "/files/", at: authority)
      list.headers[secret] = "s3cr3t"
      let location = try await transport.send(list).json?[0]?["location"]?.string
      let get = try following(.get, try #require(location))
      #expect(try await transport.send(get).text == "Hello")
    }
  }

  @Test(arguments: names)
  func `a binary field of StackMob is downloaded by its URL`(_ name: String) async throws {
    let space = try stage.namespace(name)
    _ = try space.setUp(
      "schema exists", in: "stackmob", parameters: ["name": "todo", "fields": ["pic": "binary"]])
    let value = """
      Content-Type: text/plain
      Content-Disposition: attachment; filename=a.txt
      Content-Transfer-Encoding: base64

      SGVsbG8=
      """
    try await serve("stackmob") { authority, transport in
      var create = try named(name, .post, "/todo", at: authority)
      create.headers[.contentType] = "application/json"
      create.headers[try #require(HTTPField.Name("X-StackMob-API-Key"))] =
        "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
      create.body = (["pic": .string(value)] as JSON).bytes
      let location = try await transport.send(create).json?["pic"]?.string
      let get = try following(.get, try #require(location))
      #expect(try await transport.send(get).text == "Hello")
    }
    #expect(stage.namespaceNames == ["default", name].sorted())
  }
}
