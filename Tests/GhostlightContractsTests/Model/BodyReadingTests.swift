import GhostlightCore
import Testing

@testable import GhostlightContracts

@Suite struct `Bodies in contract files` {
  private static let png = "image/png"
  private static let json = "application/json"

  private func body(_ body: JSON, _ type: String?, _ version: String) throws -> PactBody? {
    var response: JSONObject = ["status": 200, "body": body]
    if let type { response["headers"] = ["Content-Type": .string(type)] }
    let file = JSON.file(
      [
        "description": "d", "request": ["method": "GET", "path": "/"],
        "response": .object(response),
      ], version: version)
    let pact = try Pact(reading: file)
    #expect(try Pact.parse(Array(pact.fileText.utf8)).interactions == pact.interactions)
    return pact.interactions.first?.response.body
  }

  @Test(
    arguments: [
      ("iVBORw0KGgo=", png, .bytes([137, 80, 78, 71, 13, 10, 26, 10], contentType: png)),
      ("not base64!", png, .text("not base64!", contentType: png)),
      ("aGk=", "text/plain", .text("aGk=", contentType: "text/plain")),
      ("aGk=", "application/xml", .text("aGk=", contentType: "application/xml")),
      ("aGk=", nil, .text("aGk=", contentType: nil)), ("", json, .empty), ("", png, .empty),
      ("\"\"", json, .json("", contentType: json)), ("{}", json, .json([:], contentType: json)),
      ("x", json, .json("x", contentType: json)),
      (["content": 1], nil, .json(["content": 1], contentType: json)),
    ] as [(JSON, String?, PactBody)])
  func `a binary body of versions 2 and 3 is base64, and a text is not`(
    content: JSON, type: String?, expected: PactBody
  ) throws {
    #expect(try body(content, type, "3.0.0") == expected)
    #expect(try body(content, type, "2.0.0") == expected)
  }

  @Test(
    arguments: [
      (["content": "aGk=", "encoded": "base64"], png, .bytes([104, 105], contentType: png)),
      (["content": "aGk=", "encoded": false], png, .text("aGk=", contentType: png)),
      (["content": "", "encoded": false], json, .empty), (["content": ""], nil, .empty),
      (["content": nil, "contentType": "text/plain"], nil, .empty),
      (["content": "\"\"", "encoded": "JSON"], json, .json("", contentType: json)),
      (["content": "{}", "encoded": "JSON"], nil, .json([:], contentType: json)),
      (["content": "{}", "encoded": false], json, .json("{}", contentType: json)),
      (["content": ["a": 1]], nil, .json(["a": 1], contentType: json)),
    ] as [(JSON, String?, PactBody)])
  func `a body of version 4 names its encoding`(
    content: JSON, type: String?, expected: PactBody
  ) throws {
    #expect(try body(content, type, "4.0") == expected)
  }
}
