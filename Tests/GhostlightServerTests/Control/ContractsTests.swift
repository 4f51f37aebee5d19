import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Contracts in the control API` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func desk(_ paths: [String], results: [String] = []) -> ControlDesk {
    var contracts = ContractPaths()
    (contracts.contracts, contracts.results) = (paths, results)
    return ControlDesk(contracts: contracts)
  }

  /// Returns a StackMob contract with one interaction for each status.
  ///
  /// If `variant` is set, it is the contract of an SDK variant.
  private func pact(
    _ consumer: String, _ statuses: [Int], variant: String? = nil
  ) -> String {
    let interactions = statuses.map { status -> JSON in
      [
        "type": "Synchronous/HTTP", "description": .string("\(consumer) gets \(status)"),
        "providerStates": [["name": "schema exists", "params": ["name": "todo"]]],
        "request": ["method": "GET", "path": "/todo/1"],
        "response": ["status": .integer(Int64(status))],
        "comments": [
          "ghostlight": [
            "route": "Read one", "evidence": [["kind": "reference", "source": "A9"]],
          ]
        ],
      ]
    }
    var metadata: JSONObject = ["pactSpecification": ["version": "4.0"]]
    if let variant { metadata["ghostlight"] = ["variant": .string(variant)] }
    let json: JSON = [
      "consumer": ["name": .string(consumer)], "provider": ["name": "stackmob"],
      "interactions": .array(interactions), "metadata": .object(metadata),
    ]
    return json.description
  }

  @Test func `a server without contract paths shows no contracts`() {
    #expect(
      desk([]).call(.get, "contracts")
        == .json(
          .ok,
          [
            "paths": [], "results": [], "executors": [], "variants": [], "files": [],
            "requests": 0, "unpromised": 0, "promises": 0, "unused": 0, "broken": [],
          ]))
  }

  @Test func `GET contracts shows who relies on what, and the results of runs`() throws {
    let promises = try folder.write(pact("clients", [200, 404]), to: "a/promises.json")
    let sdk = try folder.write(pact("SDK", [200, 500], variant: "sdk"), to: "a/b/sdk.json")
    let report = try folder.write(
      #"""
      {"executor": "socket at http://127.0.0.1:1", "results": [
        {"consumer": "clients", "provider": "stackmob", "description": "clients gets 200", "outcome": "kept"},
        {"consumer": "SDK", "provider": "stackmob", "description": "SDK gets 500", "outcome": "broken"}]}
      """#, to: "report.json")
    let desk = desk([folder["a"]], results: [report])
    let answer = desk.call(.get, "contracts").json
    #expect(
      answer == [
        "paths": [.string(folder["a"])], "results": [.string(report)], "executors": ["socket"],
        "variants": [
          [
            "name": "sdk", "title": "SDK", "providers": ["stackmob"], "requests": 2,
            "promises": 1, "unpromised": 1,
            "outcomes": [["executor": "socket", "kept": 0, "broken": 1]],
          ]
        ],
        "files": [
          [
            "path": .string(sdk), "consumer": "SDK", "provider": "stackmob", "interactions": 2,
            "variant": "sdk",
          ],
          [
            "path": .string(promises), "consumer": "clients", "provider": "stackmob",
            "interactions": 2, "usedBy": 1,
          ],
        ],
        "requests": 2, "unpromised": 1, "promises": 2, "unused": 1, "broken": [],
      ])
    let requests = desk.call(.get, "contracts?variant=sdk").json?["variantRequests"]?.array ?? []
    #expect(
      requests.first == [
        "description": "SDK gets 200", "file": .string(sdk), "provider": "stackmob",
        "promise": ["file": .string(promises), "description": "clients gets 200"],
        "outcomes": [:],
      ])
    #expect(requests.count == 2)
    #expect(requests.last?["unpromised"]?.string?.isEmpty == false)
    #expect(requests.last?["outcomes"] == ["socket": "broken"])
    let path = PercentEncoding.encode(promises)
    #expect(
      desk.call(.get, "contracts?file=\(path)").json?["fileInteractions"]?[0] == [
        "description": "clients gets 200", "request": "GET /todo/1", "status": 200,
        "states": ["schema exists"], "evidence": [["kind": "reference", "source": "A9"]],
        "outcomes": ["socket": "kept"], "usedBy": ["sdk"],
      ])
  }

  @Test func `changed contract files are read again, and broken ones have a reason`() throws {
    try folder.write(pact("clients", [200]), to: "c.json")
    let desk = desk([folder[""], folder["none.json"]])
    let read = { desk.call(.get, "contracts").json }
    let missing: JSON = [
      "path": .string(folder["none.json"]), "reason": "there is no such file",
    ]
    #expect(read()?["promises"] == 1)
    #expect(read()?["broken"] == [missing])
    try folder.write(pact("clients", [200, 404]), to: "c.json")
    #expect(read()?["promises"] == 2)
    try folder.write("{", to: "c.json")
    #expect(read()?["promises"] == 0)
    #expect(read()?["broken"]?.array?.count == 2)
    try folder.write("{}", to: "c.json")
    let broken = read()?["broken"]?.array ?? []
    #expect(broken.first == missing)
    #expect(broken.last?["path"] == .string(folder["c.json"]))
    #expect(broken.last?["reason"]?.string?.contains("consumer") == true)
  }

  @Test(arguments: [
    ("contracts?variant=none", "400 no variant is named \"none\"; GET contracts lists them"),
    ("contracts?file=none", "400 no contract is at \"none\"; GET contracts lists them"),
    ("contracts/draft?numbers=0", "400 \"numbers\" must be numbers of requests, such as 3,5,7-9"),
    ("contracts/draft?numbers=7-3", "400 \"numbers\" must be numbers of requests, such as 3,5,7-9"),
    ("contracts/draft?consumer=", "400 \"consumer\" is who relies on it"),
    (
      "contracts/draft?numbers=99",
      "409 the journal has none of these requests, or only such as faults answered; "
        + "GET requests lists them"
    ),
  ])
  func `unknown contracts and exchanges are refused with a remedy`(_ path: String, _ text: String) {
    #expect(desk([]).refusal(.get, path) == text)
  }

  @Test func `requests of the journal become a contract draft without secrets`() throws {
    let desk = ControlDesk.twins()
    desk.send(.post, "/note", ["note_id": "n1", "title": "x", "password": "open sesame"])
    desk.send(.get, "/note/n1")
    desk.send(.get, "/note/n1")
    desk.send(.get, "/", by: "second")
    #expect(
      desk.refusal(.get, "contracts/draft")
        == "409 a contract has one provider, and these requests are of stackmob and second; "
        + "choose with \"emulator\"")
    let draft = desk.call(.get, "contracts/draft?numbers=1-3&consumer=notes").json
    #expect(draft?["provider"] == "stackmob")
    #expect(
      draft?["interactions"] == [
        ["description": "POST /note answers 201", "numbers": [1]],
        ["description": "GET /note/{id} answers 200", "numbers": [2, 3]],
      ])
    #expect(draft?["leftOut"] == [])
    let text = draft?["text"]?.string ?? ""
    #expect(!text.contains("open sesame"))
    let pact = try JSON.parse(text)
    #expect(pact["consumer"] == ["name": "notes"])
    #expect(pact["interactions"]?.array?.count == 2)
    #expect(text.contains("journal of namespace default, entries 2, 3"))
  }

  @Test func `exchanges that a fault plan answered are left out of a contract draft`() {
    let desk = ControlDesk()
    #expect(desk.call(.post, "faults", ["status": 503, "times": 1]).status == .created)
    desk.send(.get, "/")
    desk.send(.get, "/")
    let draft = desk.call(.get, "contracts/draft").json
    #expect(draft?["leftOut"] == [1])
    #expect(draft?["interactions"]?.array?.count == 1)
  }
}
