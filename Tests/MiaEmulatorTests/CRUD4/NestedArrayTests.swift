import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Arrays within objects` {
  private static let shelves: JSON = [
    "name": "shelves", "endpointBasePath": "/shelves", "defaultState": "PUBLIC",
    "fields": [
      [
        "name": "box", "type": "RawObject",
        "schema": [
          "properties": [
            "layers": [
              "type": "array",
              "items": [
                "type": "object",
                "properties": ["name": ["type": "string"], "size": ["type": "number"]],
                "required": ["name"], "additionalProperties": false,
              ],
            ],
            "marks": ["type": "array", "items": ["type": "number"]],
            "label": ["type": "string"],
          ],
          "required": ["label"], "additionalProperties": false,
        ],
      ]
    ],
  ]

  @Test(arguments: [
    UpdateCase(
      #"{"box":{"layers":[{"name":"a"},{"name":"b","size":1}]}}"#,
      #"{"$set":{"box.layers.$.merge":{"size":"9"}}}"#,
      #"{"box":{"layers":[{"name":"a"},{"name":"b","size":9}]}}"#,
      filter: #"{"box.layers.name":"b"}"#),
    .init(
      #"{"box":{"layers":[{"name":"a"},{"name":"b","size":1}]}}"#,
      #"{"$set":{"box.layers.$.replace":{"name":"z"}}}"#,
      #"{"box":{"layers":[{"name":"a"},{"name":"z"}]}}"#,
      filter: #"{"box.layers":{"$elemMatch":{"size":1}}}"#),
    .init(
      #"{"box":{"marks":[1,2,3]}}"#, #"{"$set":{"box.marks.$.replace":7}}"#,
      #"{"box":{"marks":[1,7,3]}}"#, filter: #"{"box.marks":{"$gte":2}}"#),
    .init(
      #"{"box":{"layers":[{"name":"a"},{"name":"b"}]}}"#,
      #"{"$set":{"box.layers.1.size":"4","box.layers.0.name":"c"}}"#,
      #"{"box":{"layers":[{"name":"c"},{"name":"b","size":4}]}}"#),
    .init(
      #"{"box":{"layers":[{"name":"a"},{"name":"b","size":2}]}}"#,
      #"{"$unset":{"box.layers.1.size":true}}"#,
      #"{"box":{"layers":[{"name":"a"},{"name":"b"}]}}"#),
    .init(
      #"{"box":{"layers":[{"name":"a","size":2}]}}"#, #"{"$inc":{"box.layers.0.size":3}}"#,
      #"{"box":{"layers":[{"name":"a","size":5}]}}"#),
    .init(
      #"{"box":{"marks":[1]}}"#, #"{"$push":{"box.marks":"2"}}"#, #"{"box":{"marks":[1,2]}}"#),
    // Refusals
    .init(
      #"{"box":{"marks":[1]}}"#, #"{"$set":{"box.marks.$.merge":{"x":1}}}"#,
      "400 body/$set must NOT have additional properties. Property \"box.marks.$.merge\" is not "
        + "defined in validation schema", filter: #"{"box.marks":1}"#),
    .init(
      #"{"box":{"label":"x"}}"#, #"{"$set":{"box.label.$.replace":"y"}}"#,
      "400 body/$set must NOT have additional properties. Property \"box.label.$.replace\" is not "
        + "defined in validation schema"),
    .init(
      #"{"box":{"layers":[{"name":"a"}]}}"#, #"{"$set":{"box.layers.$.merge":{"x":1}}}"#,
      "400 body/$set/box.layers.$.merge must NOT have additional properties. Property \"x\" is not "
        + "defined in validation schema", filter: #"{"box.layers.name":"a"}"#),
    .init(
      #"{"box":{"layers":[{"name":"a"}]}}"#, #"{"$set":{"box.layers.$.merge":null}}"#,
      "500 Invalid value for array operation", filter: #"{"box.layers.name":"a"}"#),
    .init(
      #"{"box":{"layers":[{"name":"a"}]}}"#, #"{"$set":{"box.layers.$.merge":{"size":1}}}"#,
      "500 The positional operator did not find the match needed from the query."),
  ])
  func `an element of a nested array is changed by the filter's match or position`(
    _ example: UpdateCase
  ) throws {
    let definition = try CRUDDefinition(try #require(Self.shelves.object))
    #expect(try example.run(definition) == example.expected)
  }

  @Test func `nested arrays can be changed over HTTP`() throws {
    var project = MiaProject()
    try project.setUp("collection exists", ["definition": Self.shelves])
    let box: JSON = ["label": "l", "layers": [["name": "a"], ["name": "b", "size": 1]]]
    for body in [box, box] { project.run(.post, "/v2/shelves/", ["box": body]) }
    let change: JSON = ["$set": ["box.layers.$.merge": ["size": 9]]]
    #expect(
      project.run(.patch, MiaProject.query("shelves", #"{"box.layers.size":1}"#), change)
        == "200 2")
    let layers = project.send(
      .init(.get, "/v2/shelves/?_rawp=%7B%22_id%22:0,%22box.layers%22:1%7D"))
    #expect(
      layers.text
        == #"[{"box":{"layers":[{"name":"a"},{"name":"b","size":9}]}},"#
        + #"{"box":{"layers":[{"name":"a"},{"name":"b","size":9}]}}]"#)
  }
}
