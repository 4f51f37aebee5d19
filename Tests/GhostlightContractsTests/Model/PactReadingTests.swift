import GhostlightCore
import Testing

@testable import GhostlightContracts

@Suite struct `Parsing of contract files` {
  static let version4: JSON = .file([
    "type": "Synchronous/HTTP", "description": "makes a note", "key": "abc", "pending": true,
    "providerStates": [["name": "a user", "params": ["id": 7]], ["name": "a list"]],
    "comments": [
      "text": ["why"], "testname": "t",
      "ghostlight": [
        "evidence": [["kind": "guide", "source": "Notes"]], "absentFields": ["$.secret"],
        "noExtraFields": ["$"], "absentHeaders": ["Set-Cookie"],
        "order": [["direction": "ascending", "path": "$.tags[*]"]], "fault": "none such",
        "latency": "instant", "route": "Create", "future": 1,
      ],
    ],
    "interactionMarkup": ["markup": "x"],
    "request": [
      "method": "POST", "path": "/notes", "query": ["a": ["1", "2"]],
      "headers": ["X-A": ["1"]],
      "body": ["content": ["t": "x"], "contentType": "application/json", "encoded": false],
      "matchingRules": [
        "path": ["combine": "AND", "matchers": [["match": "regex", "regex": "^/n"]]],
        "header": ["X-A": ["combine": "OR", "matchers": [["match": "integer"]]]],
      ],
      "generators": [
        "header": ["X-A": ["type": "ProviderState", "expression": "${a}", "dataType": "STRING"]],
        "path": ["type": "Regex", "regex": "x"],
        "body": ["$.t": ["type": "RandomInt", "min": 1, "max": 3]],
      ],
    ],
    "response": [
      "status": 201,
      "body": ["content": "aGk=", "contentType": "image/png", "encoded": "base64"],
      "matchingRules": [
        "status": ["combine": "AND", "matchers": [["match": "statusCode", "status": "success"]]],
        "body": [
          "$.a": ["combine": "AND", "matchers": [["match": "type", "min": 1, "max": 2]]],
          "$.b": [
            "combine": "AND",
            "matchers": [
              [
                "match": "arrayContains",
                "variants": [
                  [
                    "index": 0,
                    "rules": ["$": ["combine": "AND", "matchers": [["match": "integer"]]]],
                  ]
                ],
              ]
            ],
          ],
        ],
      ],
    ],
  ])

  @Test func `reading a contract file of version 4 keeps all of its members`() throws {
    let pact = try Pact(reading: Self.version4)
    #expect(pact.json == Self.version4)
    #expect(try Pact.parse(Array(pact.fileText.utf8)) == pact)
    let interaction = try #require(pact.interactions.first)
    #expect(interaction.isPending)
    #expect(interaction.states == [GivenState("a user", ["id": 7]), GivenState("a list")])
    #expect(interaction.notes.order == [.ascending("$.tags[*]")])
    #expect(interaction.response.body == .bytes(Array("hi".utf8), contentType: "image/png"))
  }

  @Test func `a contract file of version 3 has plain bodies and single values`() throws {
    let pact = try Pact(
      reading: .file(
        [
          "description": "d", "providerStates": [["name": "s", "params": ["a": 1]]],
          "request": ["method": "get", "path": "/x", "query": ["q": ["1"]]],
          "response": [
            "status": 200, "headers": ["Content-Type": "application/json", "N": 3],
            "body": ["content": 1],
            "matchingRules": [
              "body": ["$.content": ["matchers": [["match": "date", "date": "yyyy"]]]],
              "header": ["N": ["matchers": [["match": "integer"]]]],
            ],
          ],
        ], version: "3.0.0"))
    let interaction = try #require(pact.interactions.first)
    #expect(interaction.request.method == "GET")
    #expect(interaction.states == [GivenState("s", ["a": 1])])
    #expect(interaction.response.headers.map(\.values) == [["application/json"], ["3"]])
    #expect(
      interaction.response.body == .json(["content": 1], contentType: "application/json"))
    #expect(
      interaction.response.rules[.body] == [
        PactRule(PactPath([.member("content")]), [.date("yyyy")])
      ])
  }

  @Test func `a contract file of version 2 has one state, a query as text and flat rules`() throws {
    let pact = try Pact(
      reading: .file(
        [
          "description": "d", "providerState": "s",
          "request": ["method": "GET", "path": "/x", "query": "a=1&b=x%20y&a=2"],
          "response": [
            "status": 200, "body": nil,
            "matchingRules": [
              "$.body.a[*]": ["match": "type"], "$.header.X": ["regex": "x"],
              "$.body": ["min": 1],
            ],
          ],
        ], version: "2.0.0"))
    let interaction = try #require(pact.interactions.first)
    #expect(interaction.states == [GivenState("s")])
    #expect(interaction.request.query == [PactField("a", ["1", "2"]), PactField("b", ["x y"])])
    #expect(interaction.response.body == .empty)
    #expect(
      interaction.response.rules[.body] == [
        PactRule(PactPath([.member("a"), .anyElement]), [.type(min: nil, max: nil)]),
        PactRule(.root, [.type(min: 1, max: nil)]),
      ])
    #expect(
      interaction.response.rules[.header] == [PactRule(PactPath([.member("X")]), [.regex("x")])])
  }

  @Test func `unknown requirements of a contract are reported as remarks`() throws {
    var interaction = try #require(Self.version4["interactions"]?[0]?.object)
    interaction["comments"] = ["ghostlight": ["absentFeilds": ["$.a"]]]
    var file = try #require(Self.version4.object)
    file["interactions"] = [.object(interaction)]
    #expect(
      try Pact(reading: .object(file)).remarks == [
        "\"makes a note\": comments.ghostlight.absentFeilds is unknown and not checked"
      ])
  }

  @Test func `messages are reported as remarks, and plugins as not supported`() throws {
    var interaction = try #require(Self.version4["interactions"]?[0]?.object)
    interaction["pluginConfiguration"] = ["x": 1]
    let message: JSON = ["type": "Asynchronous/Messages", "description": "mail", "contents": 1]
    var file = try #require(Self.version4.object)
    file["interactions"] = [message, .object(interaction), .object(interaction)]
    let pact = try Pact(reading: .object(file))
    #expect(pact.interactions.count == 2)
    #expect(
      pact.remarks == [
        "\"mail\" is Asynchronous/Messages, not HTTP, and is skipped",
        "\"makes a note\": comments.ghostlight.future is unknown and not checked",
        "\"makes a note\": comments.ghostlight.future is unknown and not checked",
        "\"makes a note\" occurs twice; give one of them a different name",
      ])
    #expect(pact.json["interactions"]?[2] == message)
    #expect(
      pact.interactions.map(\.unsupported)
        == Array(repeating: "it needs a Pact plugin", count: 2))
  }
}
