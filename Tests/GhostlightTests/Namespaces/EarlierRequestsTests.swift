import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator
import Testing

@Suite struct `Provider state for earlier requests` {
  private static let headers: JSON = [
    "X-StackMob-API-Key": .string(StackMobConfiguration().developmentKeys.publicKey),
    "Accept": "application/vnd.stackmob+json; version=0", "Content-Type": "application/json",
  ]

  private static func request(
    _ method: String, _ target: String, _ more: JSONObject = [:]
  ) -> JSON {
    var request: JSONObject = [
      "method": .string(method), "target": .string(target), "headers": headers,
    ]
    for member in more { request[member.key] = member.value }
    return .object(request)
  }

  private let stage = Stage.stackMob()

  @discardableResult
  private func setUp(_ parameters: JSONObject, on stage: Stage? = nil) throws -> JSONObject {
    try (stage ?? self.stage).namespace()
      .setUp("earlier requests", in: "stackmob", parameters: parameters)
  }

  private func notes(on stage: Stage? = nil) -> JSON? {
    StackMobCaller(stage ?? self.stage).send(.get, "/note").json
  }

  private func titles(on stage: Stage? = nil) -> [String] {
    notes(on: stage)?.array?.compactMap { $0["title"]?.string } ?? []
  }

  @Test func `earlier requests are sent in order and return values of their responses`() throws {
    let values = try setUp([
      "states": [
        ["name": "object exists", "params": ["schema": "note", "object": ["title": "a"]]],
        ["name": "user exists", "params": ["username": "ada"], "values": ["who": "username"]],
      ],
      "requests": [
        Self.request(
          "POST", "/note", ["body": #"{"title":"b"}"#, "values": ["other": "/note_id"]]),
        Self.request("PUT", "/note/${other}", ["body": #"{"title":"${who} ${nobody} ${"}"#]),
        Self.request("GET", "/note/${other}", ["values": ["type": "header Content-Type"]]),
      ],
    ])
    #expect(values.keys == ["id", "object", "who", "other", "type"])
    #expect(values["who"] == "ada")
    #expect(values["type"] == "application/json; charset=utf-8")
    #expect(titles() == ["a", "ada ${nobody} ${"])
    #expect(values["other"] == notes()?[1]?["note_id"])
  }

  @Test func `earlier requests are sent at the time in the past that they name`() throws {
    try setUp([
      "requests": [Self.request("POST", "/note", ["body": "{}", "secondsAgo": 3600])]
    ])
    #expect(notes()?[0]?["createddate"] == .integer(Stage.opening - 3_600_000))
  }

  @Test func `earlier requests can replace generated values with a contract's`() throws {
    let name = "0123456789abcdef0123456789abcdef"
    let values = try setUp([
      "requests": [Self.request("POST", "/note", ["body": "{}", "values": ["id": "/note_id"]])],
      "renamed": ["id": .string(name)],
    ])
    #expect(values == ["id": .string(name)])
    #expect(notes()?[0]?["note_id"] == .string(name))
  }

  @Test func `earlier requests can sign the request after them`() throws {
    let values = try setUp([
      "states": [
        ["name": "user exists", "params": ["username": "ada"]],
        ["name": "logged in", "params": ["username": "ada"], "values": ["token": "access_token"]],
      ],
      "next": Self.request(
        "GET", "/user/loggedInUser",
        [
          "headers": [
            "Host": "api.stackmob.com",
            "Authorization": #"MAC id="${token}",ts="1371040000",nonce="n1",mac="unsigned""#,
          ]
        ]),
    ])
    let field = try #require(values["authorization"]?.string)
    #expect(field.hasPrefix(#"MAC id="\#(values["token"]?.string ?? "-")","#))
    #expect(field.contains(/,mac="[^"]+"/))
    #expect(!field.contains("unsigned"))
  }

  private static let mistakes: [(JSONObject, String)] = [
    (
      ["request": []],
      #""earlier requests" takes no parameter "request"; it takes: states, requests, renamed, next"#
    ),
    (["requests": [:]], #"the parameter "requests" must be an array of objects"#),
    (["states": ["x"]], #"the parameter "states" must be an array of objects"#),
    (
      ["states": [["name": "earlier requests"]]],
      #""states"[0]: "earlier requests" cannot contain itself"#
    ),
    (
      [
        "states": [
          ["name": "user exists", "params": ["username": "ada"], "values": ["a": "/id"]]
        ]
      ],
      #""states"[0]: "user exists" has no result "/id""#
    ),
    (
      ["requests": [["method": "G T", "target": "/note"]]],
      #""requests"[0]: "method" is not a valid method"#
    ),
    (
      ["requests": [["method": "GET"]]],
      #""requests"[0]: the parameter "target" is missing; give a string"#
    ),
    (
      ["requests": [["method": "GET", "target": "/note", "headers": ["a\r\nb": "c"]]]],
      "\"requests\"[0]: \"a\r\nb\" is not a header field"
    ),
    (
      ["requests": [["method": "GET", "target": "/note", "headers": ["a": "c\r\nd"]]]],
      #""requests"[0]: "a" is not a header field"#
    ),
    (
      ["requests": [["method": "POST", "target": "/note", "hex": "f"]]],
      #""requests"[0]: "hex" is not hexadecimal"#
    ),
    (
      ["requests": [["method": "GET", "target": "/note", "secondsAgo": .integer(.max)]]],
      #""requests"[0]: the parameter "secondsAgo" must be a whole number from -3000000000 to "#
        + "3000000000"
    ),
    (
      ["requests": [request("PATCH", "/a/b/c/d/e/f")]],
      #""requests"[0]: no route serves PATCH /a/b/c/d/e/f"#
    ),
    (
      ["requests": [request("GET", "/note/1", ["values": ["a": "/note_id"]])]],
      #""requests"[0]: the response has no value at "/note_id"; its status is 404"#
    ),
    (
      ["requests": [request("POST", "/note", ["body": "{}", "values": ["a": "path /note_id"]])]],
      #""requests"[0]: the value at "/note_id" is not a URL with a path"#
    ),
    (
      ["requests": [request("GET", "/note", ["values": ["a": "outbox /subject"]])]],
      #""requests"[0]: the response has no value at "outbox /subject"; its status is 200"#
    ),
    (["renamed": ["id": "x"]], #""renamed": "id" is not a value of 16 bytes or more"#),
    (
      [
        "requests": [request("POST", "/note", ["body": "{}", "values": ["id": "/note_id"]])],
        "renamed": ["id": "0123"],
      ],
      #""renamed": "id" needs a text as long as its value"#
    ),
    (["next": ["method": "GET"]], #"the parameter "target" is missing; give a string"#),
    (
      ["requests": .array(Array(repeating: request("GET", "/note"), count: 1001))],
      #""requests" has more than 1000 elements"#
    ),
    (
      ["states": .array(Array(repeating: ["name": "version deployed"], count: 1001))],
      #""states" has more than 1000 elements"#
    ),
    (
      [
        "renamed": .object(
          (0...100).reduce(into: JSONObject()) { $0["id\($1)"] = "0123456789abcdef" })
      ], #""renamed" has more than 100 members"#
    ),
  ]

  @Test(arguments: mistakes)
  func `an invalid request changes nothing`(_ parameters: JSONObject, _ message: String) throws {
    var parameters = parameters
    let first = Self.request("POST", "/note", ["body": #"{"title":"x"}"#])
    if let requests = parameters["requests"]?.array {
      parameters["requests"] = .array([first] + requests)
    }
    let placed = message.replacing(#""requests"[0]"#, with: #""requests"[1]"#)
    #expect(throws: ProviderStateError(placed)) { try setUp(parameters) }
    #expect(titles() == [])
  }

  /// Requests that each create a string twice as long as the string in the previous response.
  private static let doubling: JSON = .array(
    (0..<40).map { number in
      let text = number == 0 ? String(repeating: "x", count: 1 << 10) : "${t}${t}"
      return request(
        "POST", "/note", ["body": .string(#"{"title":"\#(text)"}"#), "values": ["t": "/title"]])
    })

  @Test func `earlier requests cannot double a text without limit`() throws {
    let error = #expect(throws: ProviderStateError.self) {
      try setUp(["requests": Self.doubling])
    }
    #expect(
      error?.description.hasSuffix("with its values, a text has more than 4194304 bytes") == true,
      "\(error?.description ?? "")")
    #expect(titles() == [])
  }

  private static let costly: [JSONObject] = [
    [
      "requests": .array(
        (0..<200).map { request("POST", "/note", ["body": .string(#"{"n":\#($0)}"#)]) })
    ],
    ["requests": doubling],
    [
      "states": .array(
        (0..<200).map { number in
          [
            "name": "object exists",
            "params": ["schema": "note", "object": ["title": .string("\(number)")]],
          ]
        })
    ],
    [
      "requests": [
        request(
          "POST", "/note",
          [
            "body": .string(#"{"title":"\#(String(repeating: "x", count: 1000))"}"#),
            "values": .object(
              (0..<100).reduce(into: JSONObject()) { $0["all\($1)"] = "" }),
          ])
      ]
    ],
  ]

  @Test(arguments: costly)
  func `earlier requests share the work limit of an exchange`(_ parameters: JSONObject) throws {
    var configuration = StageConfiguration(services: [.stackMob()])
    configuration.maxWork = 2000
    let stage = Stage(configuration)
    let error = #expect(throws: ProviderStateError.self) { try setUp(parameters, on: stage) }
    #expect(
      error?.description.hasSuffix(
        "the state needs more work than 2000 units; make it smaller, or raise the limit with "
          + "\"maxWork\" in ghostlight.json") == true, "\(error?.description ?? "")")
    #expect(titles(on: stage) == [])
  }
}
