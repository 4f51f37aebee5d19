import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Matching of header fields` {
  @Test(arguments: [
    ("Allow", ["GET", "POST"], ["GET,POST"], true),
    ("Allow", ["GET, POST"], ["GET", "POST"], true),
    ("Allow", ["GET"], ["GET, POST"], false), ("Allow", ["POST", "GET"], ["GET, POST"], false),
    ("X", ["a  b"], ["a b"], false), ("X", ["a"], ["A"], false), ("X", [" a, b"], ["a,b\t"], true),
    ("Accept", ["a/b, c/d;q=1"], ["a/b,c/d; q=1"], true), ("Accept", ["a/b"], ["a/b,c/d"], false),
    ("Accept", ["a/b", "c/d"], ["a/b, c/d"], true), ("Accept", ["a/b, c/d"], ["c/d, a/b"], false),
    ("Content-Type", ["text/html"], ["text/html; charset=utf-8"], true),
    ("Content-Type", ["text/html"], ["Text/HTML"], false),
    ("content-type", ["text/html;charset=UTF-8"], ["text/html; charset=utf-8"], true),
    ("Content-Type", ["text/html; charset=utf-8"], ["text/html"], false),
    ("Content-Type", ["text/html"], ["text/plain"], false),
    ("Content-Type", ["text/html; a=B"], ["text/html; A=b"], true),
    ("Expires", ["Wed, 12 Jun 2013"], ["Wed, 12 Jun 2013"], true),
  ])
  func `field values are compared`(name: String, wanted: [String], actual: [String], agree: Bool) {
    #expect(HeaderComparison.agree(PactField(name, wanted), actual) == agree)
  }

  @Test(
    arguments: [
      (.regex("^[0-9]+$"), "12", true), (.regex("^[0-9]+$"), "x", false), (.integer, "12", true),
      (.integer, "1.5", false), (.decimal, "1.5", true), (.number, "x", false),
      (.boolean, "true", true), (.equality, "7", true), (.equality, "8", false),
      (.type(min: nil, max: nil), "anything", true), (.include("b"), "abc", true),
      (.regex("[a-z]"), "ab", false), (.regex("\\Qa.b\\E"), "a.b", true),
      (.eachValue([.integer]), "7", true), (.eachValue([.integer]), "x", false),
      (.regex("a, b"), "a, b", true), (.number, "0x1p3", false), (.number, "-1e3", true),
    ] as [(PactMatcher, String, Bool)])
  func `a field is checked by a matcher`(matcher: PactMatcher, value: String, holds: Bool) throws {
    var promise = PactResponse.status(200, headers: ["X-A": "7"])
    promise.rules[.header] = [PactRule(PactPath([.member("x-a")]), [matcher])]
    let name = try #require(HTTPField.Name("X-A"))
    let response = Response(.ok, headers: [name: value])
    let failures = ResponseCheck(promise: promise, response: response).failures
    #expect(failures.map(\.place) == (holds ? [] : ["header X-A"]))
  }

  @Test(
    arguments: [
      ([.statusCodes([200, 204])], 204, true), ([.statusCodes([200])], 204, false),
      ([.statusClass("success")], 299, true), ([.statusClass("success")], 300, false),
      ([.statusClass("nonError")], 302, true), ([.statusClass("error")], 500, true),
      ([.statusClass("info")], 101, true), ([.statusClass("clientError")], 404, true),
      ([.statusClass("serverError")], 404, false), ([.statusClass("redirect")], 301, true),
      ([], 200, true), ([], 201, false),
    ] as [([PactMatcher], Int, Bool)])
  func `a status code is checked by matchers`(matchers: [PactMatcher], status: Int, holds: Bool) {
    var promise = PactResponse(status: 200)
    if !matchers.isEmpty { promise.rules[.status] = [PactRule(.root, matchers)] }
    let response = Response(HTTPResponse.Status(code: status))
    let failures = ResponseCheck(promise: promise, response: response).failures
    #expect(failures.map(\.place) == (holds ? [] : ["status"]))
  }
}
