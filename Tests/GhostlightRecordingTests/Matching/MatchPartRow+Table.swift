import GhostlightCore
import GhostlightRecording
import HTTPTypes

extension MatchPartRow {
  static let all: [MatchPartRow] = heads + queries + bodies + multipart + ignoring

  private static let heads: [MatchPartRow] = [
    MatchPartRow(.method, Request(.get, "/a"), Request(.get, "/b")),
    MatchPartRow(.method, Request(.get, "/a"), Request(.put, "/a"), "method is GET, recorded PUT"),
    MatchPartRow(.scheme, Request(.get, "/", scheme: "HTTP"), Request(.get, "/")),
    MatchPartRow(
      .scheme, Request(.get, "/", scheme: "https"), Request(.get, "/"),
      "scheme is https, recorded http"),
    MatchPartRow(
      .host, Request(.get, "/", authority: "API.test:1"), Request(.get, "/", authority: "api.test")),
    MatchPartRow(
      .host, Request(.get, "/", authority: "[::1]:80"), Request(.get, "/", authority: "b.test"),
      "host is [::1], recorded b.test"),
    MatchPartRow(
      .port, Request(.get, "/", authority: "a:80"), Request(.get, "/", authority: "b")),
    MatchPartRow(
      .port, Request(.get, "/", authority: "a:8080"), Request(.get, "/", authority: "a"),
      "port is 8080, recorded 80"),
    MatchPartRow(.path, Request(.get, "/a%7Eb?c=1"), Request(.get, "/a~b")),
    MatchPartRow(.path, Request(.get, "/a%2"), Request(.get, "/a%2")),
    MatchPartRow(
      .path, Request(.get, "/a%2Fb"), Request(.get, "/a/b"), "path is /a%2Fb, recorded /a/b"),
    MatchPartRow(.path, Request(.get, "/a/"), Request(.get, "/a"), "path is /a/, recorded /a"),
    MatchPartRow(
      .headers(.accept), Request(.get, "/", headers: [.accept: "a", .userAgent: "x"]),
      Request(.get, "/", headers: [.accept: "a", .authorization: "y"])),
    MatchPartRow(
      .headers(.accept, .range), Request(.get, "/", headers: [.accept: "a"]),
      Request(.get, "/", headers: [.accept: "b", .range: "bytes=0-1"]),
      "header: Accept is a, recorded b", "header: Range is missing, recorded bytes=0-1"),
    MatchPartRow(
      .custom("last", of: { $0.target.raw.last.map(String.init) }), Request(.get, "/a/1"),
      Request(.get, "/b/1")),
    MatchPartRow(
      .custom("last", of: { $0.target.raw.last.map(String.init) }), Request(.get, "/a/1"),
      Request(.get, "/a/2"), "last is 1, recorded 2"),
    MatchPartRow(
      .custom("length", matches: { $0.body.count == $1.body.count }), Request(.get, "/"),
      Request(.get, "/", body: [1]), "length does not match"),
  ]

  private static let queries: [MatchPartRow] = [
    MatchPartRow(.query, Request(.get, "/?a=1&b=%32&a=3"), Request(.get, "/?b=2&a=3&a=1")),
    MatchPartRow(.query, Request(.get, "/"), Request(.get, "/?")),
    MatchPartRow(
      .query, Request(.get, "/?a=1&a=1"), Request(.get, "/?a=1"), "query: a is 1, not recorded"),
    MatchPartRow(
      .query, Request(.get, "/?priority[gte]=2"), Request(.get, "/?priority%5Bgte%5D=3"),
      "query: priority[gte] is 2, recorded 3"),
    MatchPartRow(
      .query, Request(.get, "/?a"), Request(.get, "/?a="),
      "query: a is without a value, recorded empty"),
    MatchPartRow(
      .query, Request(.get, "/"), Request(.get, "/?a=1"), "query: a is missing, recorded 1"),
    MatchPartRow(
      .query, Request(.get, "/?a=%C3%A9"), Request(.get, "/?a=e%CC%81"),
      "query: a is \u{E9}, recorded e\u{301}"),
    MatchPartRow(.query(ignoring: ["t"]), Request(.get, "/?a=1&t=5"), Request(.get, "/?t=6&a=1")),
    MatchPartRow(.query, Request(.get, "/?a=%2"), Request(.get, "/?a=%2")),
    MatchPartRow(.query, Request(.get, "/?a+b=c+d"), Request(.get, "/?a%20b=c%20d")),
    MatchPartRow(
      .query, Request(.get, "/?a=c%2Bd"), Request(.get, "/?a=c+d"),
      "query: a is c+d, recorded c d"),
  ]

  private static let bodies: [MatchPartRow] = [
    MatchPartRow(.body, json(#"{"a":1,"b":[1.10,2]}"#), json(#" {"b":[1.1,2.0],"a":1e0}"#)),
    MatchPartRow(
      .body, json(#"{"a":12345678901234567890}"#), json(#"{"a":12345678901234567891}"#),
      "body: $.a is 12345678901234567890, recorded 12345678901234567891"),
    MatchPartRow(
      .body, json(#"{"a":[1,{"b":"x"}]}"#), json(#"{"a":[1,{"b":"y","c":null}]}"#),
      #"body: $.a[1].b is "x", recorded "y""#, "body: $.a[1].c is missing, recorded null"),
    MatchPartRow(
      .body, json("[2,1]"), json("[1,2]"), "body: $ is [2,1], recorded [1,2]"),
    MatchPartRow(.body, Request(.post, "/", body: Array("{}".utf8)), json("{}")),
    MatchPartRow(.body, form("a=1&b=x+y"), form("b=x%20y&a=1")),
    MatchPartRow(.body, form("a=1"), form("a=2"), "form: a is 1, recorded 2"),
    MatchPartRow(.body, form(#"{"a":1}"#), json(#"{"a":1}"#)),
    MatchPartRow(.body, form("a=1"), json("{}"), "body is a form, recorded JSON"),
    MatchPartRow(.body, Request(.post, "/", body: [1, 2]), Request(.post, "/", body: [1, 2])),
    MatchPartRow(
      .body, Request(.post, "/", body: [1, 2]), Request(.post, "/", body: [1, 3]),
      "body: byte 1 is 02, recorded 03"),
    MatchPartRow(
      .body, Request(.post, "/", body: Array("ab".utf8)), Request(.post, "/"),
      #"body: byte 0 is "ab", recorded the end after 0 bytes"#),
    MatchPartRow(.jsonBody, form("[1]"), json("[1.0]")),
    MatchPartRow(.jsonBody, form("a=1"), form("a=1")),
    MatchPartRow(
      .jsonBody, form("a=1&b=2"), form("b=2&a=1"),
      #"body: byte 0 is "a=1&b=2", recorded "b=2&a=1""#),
    MatchPartRow(.jsonBody, Request(.post, "/"), Request(.post, "/")),
    MatchPartRow(
      .jsonBody, Request(.post, "/"), json("{}"), "body is empty, recorded JSON"),
    MatchPartRow(.jsonBody, Request(.post, "/", body: Array("1.0".utf8)), json("1")),
    MatchPartRow(
      .body, Request(.post, "/", body: Array("1.0".utf8)), Request(.post, "/", body: [0x31]),
      #"body: byte 1 is ".0", recorded the end after 1 bytes"#),
    MatchPartRow(.body, json("1.0"), json("1")),
    MatchPartRow(
      .body, Request(.post, "/", body: Array("a=1".utf8)), form("a=1"),
      "body is 3 bytes, recorded a form"),
    MatchPartRow(
      .formBody, json(#"{"a":1}"#), json(#"{"a": 1}"#), #"form: {"a":1} is empty, not recorded"#,
      #"form: {"a": 1} is missing, recorded empty"#),
    MatchPartRow(
      .jsonBodySubset, json(#"{"a":{"b":1,"c":2},"d":[{"e":1,"f":2}]}"#),
      json(#"{"a":{"b":1.0},"d":[{"f":2}]}"#)),
    MatchPartRow(
      .jsonBodySubset, json(#"{"a":1}"#), json(#"{"b":1}"#), "body: $.b is missing, recorded 1"),
    MatchPartRow(
      .jsonBodySubset, json("[1,2]"), json("[1]"), "body: $[1] is 2, not recorded"),
    MatchPartRow(.formBody, Request(.post, "/", body: Array("a=1&b".utf8)), form("b=&a=1")),
    MatchPartRow(
      .bodyBytes, json("{ }"), json("{}"), #"body: byte 1 is " }", recorded "}""#),
  ]

  private static let multipart: [MatchPartRow] = [
    MatchPartRow(
      .body, parts("x", "a\"", "1", "b\"; filename=\"f\"", "{}"),
      parts("y-y", "b\"; filename=\"f\"", "{}", "a\"", "1")),
    MatchPartRow(
      .body, parts("x", "a\"", #"{"n":1,"m":[]}"#), parts("y", "a\"", #"{"m":[],"n":1.0}"#)),
    MatchPartRow(
      .body, parts("x", "a\"", "12"), parts("x", "a\"", "13"),
      #"part: a, byte 1 is "2", recorded "3""#),
    MatchPartRow(
      .body, parts("x", "a\"; filename=\"f\"", "1"), parts("x", "a\"; filename=\"g\"", "1"),
      "part: a, filename is f, recorded g"),
    MatchPartRow(
      .body, parts("x", "a\"", "1", "c\"", "1"), parts("x", "a\"", "1", "b\"", "12"),
      "part: c is 1 bytes, not recorded", "part: b is missing, recorded 2 bytes"),
    MatchPartRow(
      .body(ignoring: ["nonce"]), parts("x", "nonce\"", "1", "a\"", "2"), parts("y", "a\"", "2")),
    MatchPartRow(
      .body, parts("x", "a\"", "1"), form("a=1"), "body is a form of 1 parts, recorded a form"),
  ]

  private static let ignoring: [MatchPartRow] = [
    MatchPartRow(
      .body(paths: paths("$.sentAt", "$.items[*].id")),
      json(#"{"sentAt":1,"items":[{"id":1},{}]}"#),
      json(#"{"items":[{"id":2},{"id":3}]}"#)),
    MatchPartRow(
      .body(paths: paths("$.sentAt")), json(#"{"sentAt":1,"a":1}"#), json(#"{"sentAt":2,"a":2}"#),
      "body: $.a is 1, recorded 2"),
    MatchPartRow(.body(paths: paths("$.a")), form("a=1"), form("a=2"), "form: a is 1, recorded 2"),
    MatchPartRow(
      .jsonBodySubset(ignoring: paths("$.id")), json(#"{"a":1,"b":2}"#), json(#"{"a":1,"id":7}"#)),
  ]

  private static func paths(_ texts: String...) -> [JSONPath] {
    texts.compactMap { try? JSONPath($0) }
  }

  /// Returns a request with a multipart body, given alternating names and contents.
  ///
  /// A name may include further parameters of its `Content-Disposition` line.
  private static func parts(_ boundary: String, _ namesAndContents: String...) -> Request {
    var text = ""
    for index in stride(from: 0, to: namesAndContents.count, by: 2) {
      text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(namesAndContents[index])"
      text += "\r\n\r\n\(namesAndContents[index + 1])\r\n"
    }
    text += "--\(boundary)--\r\n"
    return Request(
      .post, "/", headers: [.contentType: "multipart/form-data; boundary=\(boundary)"],
      body: Array(text.utf8))
  }

  private static func json(_ text: String) -> Request {
    Request(.post, "/", headers: [.contentType: "application/json"], body: Array(text.utf8))
  }

  private static func form(_ text: String) -> Request {
    Request(
      .post, "/", headers: [.contentType: "application/x-www-form-urlencoded"],
      body: Array(text.utf8))
  }
}
