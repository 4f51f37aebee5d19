import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Exchanges in the control API` {
  private let desk = ControlDesk()

  @Test func `an exchange is described with both messages, its route and a curl command`() throws {
    desk.send(.post, "/note", ["note_id": "a'b"])
    let exchange = try #require(desk.call(.get, "requests/1").json)
    #expect(exchange["number"] == 1)
    #expect(exchange["namespace"] == "default")
    #expect(exchange["effect"] == "changed")
    #expect(exchange["delayMilliseconds"] == 0)
    #expect(exchange["request"]?["path"] == "/note")
    #expect(exchange["request"]?["body"] == #"{"note_id":"a'b"}"#)
    #expect(exchange["request"]?["encoding"] == "text")
    #expect(exchange["response"]?["status"] == 201)
    #expect(
      exchange["chapter"] == [
        "title": "Create", "method": "POST", "pattern": "/{schema}", "changes": true,
        "section": "StackMob A7",
        "article": "Sources/Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Objects.md",
        "url": "/manual/StackMobEmulator/Protocol-Objects#A7",
      ])
    #expect(
      exchange["curl"]?.string
        == "curl -i -X POST 'http://localhost/note' -H 'Content-Type: application/json' "
        + "-H 'X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13' "
        + #"--data-raw '{"note_id":"a'\''b"}'"#)
    #expect(exchange["reason"] == nil)
    #expect(exchange["signature"] == nil)
  }

  @Test func `the sections that a reason cites have addresses`() throws {
    let request = Request(.get, "/note")
    #expect(desk.stage.respond(to: request, by: "stackmob").status == .unauthorized)
    let exchange = try #require(desk.call(.get, "requests/1").json)
    #expect(exchange["reason"]?.string?.hasSuffix(" (StackMob A25)") == true)
    #expect(
      exchange["sections"] == [
        [
          "code": "A25", "section": "StackMob A25",
          "url": "/manual/StackMobEmulator/Protocol-Access#A25",
        ]
      ])
  }

  @Test func `a body that is not text is described in Base64`() throws {
    var request = Request(.post, "/note", body: [0xFF, 0x00])
    request.headers[.stackMobKey] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    _ = desk.stage.respond(to: request, by: "stackmob")
    let exchange = try #require(desk.call(.get, "requests/1").json)
    #expect(exchange["request"]?["body"] == "/wA=")
    #expect(exchange["request"]?["encoding"] == "base64")
    #expect(exchange["request"]?["bytes"] == 2)
    #expect(
      exchange["curl"]?.string
        == "echo /wA= | base64 -d | curl -i -X POST 'http://localhost/note' "
        + "-H 'X-StackMob-API-Key: 3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13' -H 'Content-Type:' "
        + "--data-binary @-")
    let replay = desk.call(.post, "requests/1/replay", [:])
    #expect(replay.json?["request"]?["body"] == "/wA=")
  }

  @Test func `a wrong signature is explained part by part`() throws {
    let states: JSON = [
      "states": [
        ["name": "user exists", "params": ["username": "ada"]],
        ["name": "logged in", "params": ["username": "ada"]],
      ]
    ]
    let token = try #require(desk.call(.post, "states", states).json?["access_token"]?.string)
    var request = Request(.get, "/user/loggedInUser", authority: "api.stackmob.com")
    request.headers[.stackMobKey] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    request.headers[.authorization] =
      "MAC id=\"\(token)\",ts=\"1371040000\",nonce=\"n1\",mac=\"AAAA\""
    #expect(desk.stage.respond(to: request, by: "stackmob").status == .unauthorized)
    let exchange = try #require(desk.call(.get, "requests/1").json)
    let signature = try #require(exchange["signature"])
    #expect(
      signature["stringToSign"] == [
        "1371040000", "n1", "GET", "/user/loggedInUser", "api.stackmob.com", "80", "", "",
      ])
    #expect(signature["theirs"] == "AAAA")
    let ours = try #require(signature["ours"]?.string)
    #expect(ours.count == 28)
    let again = desk.call(.post, "requests/1/replay", [:])
    #expect(again.status == .created)
    #expect(again.json?["number"] == 2)
    #expect(again.json?["response"]?["status"] == 200, "\(again.text)")
    let unsigned = desk.call(.post, "requests/1/replay", ["sign": false])
    #expect(unsigned.json?["response"]?["status"] == 401)
  }

  @Test func `a request is sent again with edits in its namespace`() {
    desk.send(.post, "/note", ["note_id": "a"], in: "mine")
    let edits: JSON = [
      "method": "PUT", "path": "/note/a", "body": "{\"title\":\"x\"}", "namespace": "mine",
    ]
    let answer = desk.call(.post, "requests/1/replay", edits).json
    #expect(answer?["response"]?["status"] == 200)
    #expect(answer?["namespace"] == "mine")
    #expect(desk.titles(in: "mine") == ["x"])
    #expect(desk.titles() == [])
  }

  @Test func `a request to Cosmos DB is signed, including a query`() throws {
    let desk = ControlDesk { $0.services = Service.all }
    _ = try desk.stage.namespace().setUp(
      "document exists", in: "cosmos",
      parameters: [
        "database": "shop", "container": "goods",
        "document": ["id": "d", "PartitionKey": "p", "n": 7],
      ])
    let query: JSON = [
      "emulator": "cosmos", "method": "POST", "path": "/dbs/shop/colls/goods/docs", "sign": true,
      "headers": [
        ["name": "Content-Type", "value": "application/query+json"],
        ["name": "x-ms-documentdb-isquery", "value": "true"],
        ["name": "x-ms-documentdb-query-enablecrosspartition", "value": "true"],
      ],
      "body": "{\"query\":\"SELECT VALUE c.n FROM c\",\"parameters\":[]}",
    ]
    let answer = desk.call(.post, "requests", query)
    #expect(answer.status == .created)
    #expect(answer.json?["response"]?["status"] == 200, "\(answer.text)")
    let body = try JSON.parse(answer.json?["response"]?["body"]?.string ?? "")
    #expect(body["Documents"] == [7])
  }

  @Test(
    arguments: [
      ("requests/9/replay", [:], "404 the journal of default has no request 9"),
      (
        "requests/x/replay", [:],
        "400 \"x\" is not the number of a request; GET requests lists them"
      ),
      ("requests", ["method": "GET"], "400 say who is to answer: \"emulator\""),
      (
        "requests", ["emulator": "none"],
        "400 no emulator is named \"none\"; there are: stackmob"
      ),
      (
        "requests", ["emulator": "stackmob", "path": "a b"],
        "400 \"path\" begins with / and has no spaces; write others as percent escapes"
      ),
      (
        "requests", ["emulator": "stackmob", "headers": [["name": "a b", "value": "c"]]],
        "400 {\"name\":\"a b\",\"value\":\"c\"} is not a header field with \"name\" and \"value\""
      ),
      (
        "requests", ["emulator": "stackmob", "body": "?", "encoding": "base64"],
        "400 \"body\" is not valid base64"
      ),
      ("requests", ["emulator": "stackmob", "sign": 1], "400 \"sign\" is true or false"),
    ] as [(String, JSON, String)])
  func `a request that cannot be sent is refused with the remedy`(
    _ path: String, _ body: JSON, _ text: String
  ) {
    #expect(desk.refusal(.post, path, body) == text)
  }

  @Test func `a recording contains only the selected exchanges`() {
    for name in ["a", "b", "c"] { desk.send(.get, RequestTarget("/note/" + name)) }
    let har = desk.call(.get, "recording?numbers=1,3-3").json
    #expect(
      har?["log"]?["entries"]?.array?.map { $0["request"]?["url"]?.string?.suffix(6) }
        == ["note/a", "note/c"])
    #expect(
      desk.refusal(.get, "recording?numbers=1,x")
        == "400 \"numbers\" must be numbers of requests, such as 3,5,7-9")
  }
}
