import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct `Requests of URL sessions` {
  @Test(arguments: [
    ("http://a", "http", "a", "/"), ("http://a?x=1", "http", "a", "/?x=1"),
    ("https://a/b%20c?d=e/f#g", "https", "a", "/b%20c?d=e/f"), ("http://a#g", "http", "a", "/"),
    ("http://a:8080/b/", "http", "a:8080", "/b/"), ("http://[::1]:80/b", "http", "[::1]:80", "/b"),
    ("http://u:p@a:8/b", "http", "a:8", "/b"),
  ])
  func `a request has the exact target and the authority of its URL`(
    _ text: String, _ scheme: String, _ authority: String, _ target: String
  ) throws {
    let url = try #require(URL(string: text))
    let request = try #require(Request(loading: URLRequest(url: url)))
    #expect(request == Request(.get, RequestTarget(target), scheme: scheme, authority: authority))
  }

  @Test func `a request has the method, the fields and the body of the session's request`() throws {
    var loaded = URLRequest(url: try #require(URL(string: "http://a/b")))
    loaded.httpMethod = "PATCH"
    loaded.setValue("1", forHTTPHeaderField: "X-B")
    loaded.setValue("2", forHTTPHeaderField: "X-A")
    loaded.httpBody = Data("body".utf8)
    let request = try #require(Request(loading: loaded))
    #expect(request.method == .patch && request.body == Array("body".utf8))
    #expect(request.headers.map { "\($0.name.rawName): \($0.value)" } == ["X-A: 2", "X-B: 1"])
    let upload = try #require(Request(loading: loaded, uploading: Data("upload".utf8)))
    #expect(upload.body == Array("upload".utf8))
    let relative = try #require(URL(string: "a/b"))
    #expect(Request(loading: URLRequest(url: relative)) == nil)
  }

  @Test(arguments: [
    ("localhost", true), ("LOCALHOST:8080", true), ("a.localhost", true), ("127.0.0.1:1", true),
    ("127.9.9.9", true), ("[::1]:80", true), ("alocalhost", false), ("localhost.example", false),
    ("128.0.0.1", false), ("[::2]", false), ("12.7.0.1", false), ("a.example", false),
  ])
  func `an address of this machine is recognised`(_ authority: String, _ isLoopback: Bool) {
    #expect(Request(.get, "/", authority: authority).isForLoopback == isLoopback)
  }

  @Test func `a response has its fields, and a length unless it states one`() throws {
    let url = try #require(URL(string: "http://a/b"))
    var response = Response(.created, headers: [.contentType: "a/b"], body: [1, 2, 3])
    response.headers.append(HTTPField(name: .setCookie, value: "x=1"))
    response.headers.append(HTTPField(name: .setCookie, value: "y=2"))
    let head = try #require(response.head(for: url))
    #expect(head.statusCode == 201 && head.url == url)
    #expect(head.value(forHTTPHeaderField: "Content-Length") == "3")
    #expect(head.value(forHTTPHeaderField: "Content-Type") == "a/b")
    #expect(head.value(forHTTPHeaderField: "Set-Cookie") == "x=1, y=2")
    response.headers[.contentLength] = "9"
    #expect(response.head(for: url)?.value(forHTTPHeaderField: "Content-Length") == "9")
  }

  @Test(
    arguments: [
      (.whole, [1, 2, 3], nil, nil), (.truncated(bytes: 2), [1, 2], nil, .networkConnectionLost),
      (.truncated(bytes: 0), [], nil, .networkConnectionLost),
      (.truncated(bytes: -1), [], nil, .networkConnectionLost),
      (.truncated(bytes: 9), [1, 2, 3], nil, .networkConnectionLost),
      (.reset, [1, 2, 3], .networkConnectionLost, nil),
      (.empty, [1, 2, 3], .zeroByteResource, nil),
      (.malformedChunk, [1, 2, 3], .cannotParseResponse, nil),
      (.dribble(bytes: 1, pauseMilliseconds: 1), [1, 2, 3], nil, nil),
    ] as [(Delivery, [UInt8], URLError.Code?, URLError.Code?)])
  func `a delivery decides the bytes and the errors that a client gets`(
    _ delivery: Delivery, _ bytes: [UInt8], _ before: URLError.Code?, _ after: URLError.Code?
  ) {
    var response = Response(.ok, body: [1, 2, 3])
    response.delivery = delivery
    #expect(response.received == bytes)
    #expect(delivery.errorBeforeHead == before && delivery.errorAfterBody == after)
  }

  @Test func `a file is in a folder of the package that contains the source file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Package.swift")
    let source = try folder.write("", to: "Tests/AppTests/Some.swift")
    try folder.write("x", to: "F/a/b.json")
    func file(_ name: String) -> PackageFile? {
      PackageFile(name, suffix: ".json", folder: "F", sourceFile: source)
    }
    for name in ["a/b", "a/b.json"] {
      let found = try #require(file(name))
      #expect(found.path.hasSuffix("/F/a/b.json") && found.bytes() == [UInt8(ascii: "x")])
    }
    #expect(file("a/c")?.bytes() == nil)
    for name in ["", "/a", "a/", "a//b", ".", "..", "a/..", "./a"] {
      #expect(file(name) == nil, "\(name)")
    }
  }
}
