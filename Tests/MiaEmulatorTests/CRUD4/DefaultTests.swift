import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Defaults in the schema of a RawObject` {
  private static func project() throws -> MiaProject {
    var project = MiaProject()
    let schema: JSON = [
      "properties": [
        "size": ["type": "number", "default": 3], "name": ["type": "string"],
        "inner": ["type": "object", "properties": ["k": ["type": "string", "default": "v"]]],
      ],
      "required": ["size"], "additionalProperties": false,
    ]
    try project.setUp(
      "collection exists",
      [
        "definition": [
          "name": "things", "endpointBasePath": "/things", "defaultState": "PUBLIC",
          "fields": [
            ["name": "one", "type": "RawObject", "schema": schema],
            [
              "name": "many", "type": "Array",
              "items": ["type": "RawObject", "schema": schema],
            ],
          ],
        ]
      ])
    return project
  }

  @Test(arguments: [
    (#"{"one":{}}"#, #""one":{"size":3}"#), (#"{"one":{"size":5}}"#, #""one":{"size":5}"#),
    (#"{"one":{"inner":{}}}"#, #""one":{"inner":{"k":"v"},"size":3}"#),
    (#"{"many":[{},{"name":"a"}]}"#, #""many":[{"size":3},{"name":"a","size":3}]"#),
  ])
  func `defaults fill in missing members before required ones are checked`(
    _ body: String, _ expected: String
  ) throws {
    var project = try Self.project()
    #expect(project.run(.post, "/v2/things/", try JSON.parse(body)).hasPrefix("200 "))
    #expect(project.run(.get, "/v2/things/").hasSuffix(expected + "}]"))
  }

  @Test func `a change of single members adds no defaults`() throws {
    var project = try Self.project()
    project.run(.post, "/v2/things/", ["many": [["name": "a", "size": 9]]])
    let answer = project.run(
      .patch, "/v2/things/?_q=%7B%22many.name%22%3A%22a%22%7D",
      ["$set": ["many.$.merge": ["name": "b"]]])
    #expect(answer == "200 1")
    #expect(project.run(.get, "/v2/things/").hasSuffix(#""many":[{"name":"b","size":9}]}]"#))
  }
}
