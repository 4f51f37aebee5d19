import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the physical ranges of partition keys (B10).
@Suite struct `Ranges of partition keys` {
  private static func bounds(_ account: inout CosmosAccount, _ container: String) -> [String] {
    let feed = account.send(Request(.get, RequestTarget("/dbs/d/colls/\(container)/pkranges")))
    return (feed.json?["PartitionKeyRanges"]?.array ?? []).map { range in
      [range["id"], range["minInclusive"], range["maxExclusive"]]
        .map { $0?.string ?? "" }.joined(separator: " ")
    }
  }

  /// Creates a database with a container that has the given throughput and version of key hashing.
  private static func account(_ units: Int, version: Int = 2) -> CosmosAccount {
    var account = CosmosAccount()
    account.send(.json(.post, "/dbs", ["id": "d"]))
    var request = Request.json(
      .post, "/dbs/d/colls",
      [
        "id": "c",
        "partitionKey": [
          "paths": ["/pk"], "kind": "Hash", "version": .integer(Int64(version)),
        ],
      ])
    request.headers[.msThroughput] = String(units)
    account.send(request)
    return account
  }

  private static func docs(_ fields: HTTPFields = [:]) -> Request {
    Request(.get, "/dbs/d/colls/c/docs", headers: fields)
  }

  @Test(arguments: [
    (400, 2, ["0  FF"]), (10_000, 2, ["0  FF"]),
    (
      11_000, 2,
      [
        "0  1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "1 1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF FF",
      ]
    ),
    (
      30_000, 2,
      [
        "0  0CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC",
        "1 0CCCCCCCCCCCCCCCCCCCCCCCCCCCCCCC 19999999999999999999999999999998",
        "2 19999999999999999999999999999998 26666666666666666666666666666664",
        "3 26666666666666666666666666666664 33333333333333333333333333333330",
        "4 33333333333333333333333333333330 FF",
      ]
    ),
    (11_000, 1, ["0  05C1DFFFFFFFFC", "1 05C1DFFFFFFFFC FF"]),
  ])
  func `a container with more throughput has several partition key ranges`(
    _ units: Int, _ version: Int, _ expected: [String]
  ) throws {
    var account = Self.account(units, version: version)
    #expect(Self.bounds(&account, "c") == expected)
    var copy = CosmosAccount()
    try copy.backend.restore(account.backend.snapshot)
    #expect(Self.bounds(&copy, "c") == expected)
  }

  @Test(arguments: [1, 2])
  func `each document is in the one range that its responses and feeds name`(_ version: Int) {
    var account = Self.account(30_000, version: version)
    var ranges: [String: String] = [:]
    for number in 0..<40 {
      var request = Request.json(
        .post, "/dbs/d/colls/c/docs", ["id": .string("\(number)"), "pk": .string("k\(number)")])
      request.headers[.msPartitionKey] = #"["k\#(number)"]"#
      let response = account.send(request)
      ranges["\(number)"] = response.headers[.msRangeID]
      let token = response.headers[.msSessionToken] ?? ""
      #expect(token.hasPrefix("\(response.headers[.msRangeID] ?? ""):-1#"))
    }
    var found: [String: String] = [:]
    for id in 0..<5 {
      for feed in [HTTPFields(), [.aIM: "Incremental Feed"]] {
        var fields = feed
        fields[.msRangeID] = String(id)
        let response = account.send(Self.docs(fields))
        #expect(response.headers[.msRangeID] == String(id))
        for document in response.json?["Documents"]?.array ?? [] {
          found[document["id"]?.string ?? ""] = String(id)
        }
      }
      var query = Request.json(
        .post, "/dbs/d/colls/c/docs", ["query": "SELECT VALUE COUNT(1) FROM c"])
      query.headers[.msIsQuery] = "True"
      query.headers[.msRangeID] = String(id)
      let own = ranges.values.count { $0 == String(id) }
      #expect(account.send(query).json?["Documents"] == [.integer(Int64(own))])
    }
    #expect(found == ranges)
    #expect(Set(ranges.values) == ["0", "1", "2", "3", "4"])
  }

  @Test func `a continuation token continues in the same range`() {
    var account = Self.account(11_000)
    for number in 0..<30 {
      var request = Request.json(
        .post, "/dbs/d/colls/c/docs", ["id": .string("\(number)"), "pk": .string("k\(number)")])
      request.headers[.msPartitionKey] = #"["k\#(number)"]"#
      account.send(request)
    }
    var ids: [String] = []
    for range in ["0", "1"] {
      var continuation: String?
      repeat {
        var query = Request.json(
          .post, "/dbs/d/colls/c/docs", ["query": "SELECT VALUE c.id FROM c ORDER BY c.pk"])
        query.headers[.msIsQuery] = "True"
        query.headers[.msRangeID] = range
        query.headers[.msMaxItems] = "4"
        query.headers[.msContinuation] = continuation
        let response = account.send(query)
        ids += (response.json?["Documents"]?.array ?? []).compactMap(\.string)
        continuation = response.headers[.msContinuation]
      } while continuation != nil && ids.count <= 30
    }
    #expect(ids.sorted() == (0..<30).map { "\($0)" }.sorted())
  }

  @Test func `a split replaces a range with two, and its id becomes invalid`() throws {
    var account = Self.account(400)
    let parameters: JSONObject = ["database": "d", "container": "c"]
    let first = try account.backend.setUp(
      "range is split", parameters: parameters, at: account.moment)
    #expect(first == ["ids": [1, 2]])
    #expect(
      Self.bounds(&account, "c")
        == [
          "1  1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "2 1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF FF",
        ])
    var again = parameters
    again["range"] = 2
    _ = try account.backend.setUp("range is split", parameters: again, at: account.moment)
    let feed = account.send(Request(.get, "/dbs/d/colls/c/pkranges"))
    #expect(feed.headers[.msETag] == "\"5\"")
    let parents = feed.json?["PartitionKeyRanges"]?.array?.map { $0["parents"] }
    #expect(parents == [["0"], ["0", "2"], ["0", "2"]])
    for id in ["0", "2"] {
      let response = account.send(Self.docs([.msRangeID: id]))
      #expect(response.status.code == 410)
      #expect(response.headers[.msSubstatus] == "1002")
      #expect(response.json?["code"] == "Gone")
    }
    #expect(account.send(Self.docs([.msRangeID: "4"])).status == .ok)
    again["range"] = 0
    let error = #expect(throws: ProviderStateError.self) {
      try account.backend.setUp("range is split", parameters: again, at: account.moment)
    }
    #expect(error?.description == "the container has no range 0; it has: 1, 3, 4")
  }

  @Test func `an offer splits ranges when it grows, but does not join them when it shrinks`() {
    var account = Self.account(400)
    let offers = account.send(Request(.get, "/offers")).json?["Offers"]
    let id = offers?[1]?["id"]?.string ?? ""
    for (units, count) in [(11_000, 2), (18_000, 3), (400, 3), (1_000_000, 167)] {
      account.send(
        CosmosAccount.offer(id, ["content": ["offerThroughput": .integer(Int64(units))]]))
      #expect(Self.bounds(&account, "c").count == count)
    }
  }

  @Test(
    arguments: [
      (1, ["0  FF"]),
      (2, ["0  1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "1 1FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF FF"]),
    ] as [(JSON, [String])])
  func `a configuration can set the number of partition key ranges`(
    _ ranges: JSON, _ expected: [String]
  ) throws {
    var account = CosmosAccount()
    account.backend = try CosmosBackend(
      configuration: [
        "databases": [
          [
            "id": "d",
            "containers": [
              [
                "id": "c", "partitionKey": ["paths": ["/pk"], "version": 2], "ranges": ranges,
              ]
            ],
          ]
        ]
      ], at: account.moment)
    #expect(Self.bounds(&account, "c") == expected)
  }

  @Test(arguments: [0, 201, -1, 1.5, "2", nil] as [JSON])
  func `an invalid number of partition key ranges is refused`(_ ranges: JSON) throws {
    var account = CosmosAccount()
    #expect(throws: ProviderStateError.self) {
      try account.backend.setUp(
        "container exists",
        parameters: ["database": "d", "container": "c", "ranges": ranges], at: account.moment)
    }
  }

  @Test(
    arguments: [
      ["next": 3, "elements": []],
      ["next": 3, "elements": [["id": 1, "parents": [], "upper": "5"]]],
      [
        "next": 1,
        "elements": [
          ["id": 1, "parents": [], "upper": "85070591730234615865843651857942052863"]
        ],
      ],
      [
        "next": 3,
        "elements": [
          ["id": 1, "parents": [], "upper": "999999999999999999999999999999999999999999"]
        ],
      ],
    ] as [JSON])
  func `a snapshot whose ranges do not cover all keys is refused`(_ ranges: JSON) throws {
    var account = Self.account(400)
    var snapshot = account.backend.snapshot.object ?? [:]
    var database = snapshot["databases"]?[0]?.object ?? [:]
    var container = database["containers"]?[0]?.object ?? [:]
    container["ranges"] = ranges
    database["containers"] = [.object(container)]
    snapshot["databases"] = [.object(database)]
    let before = account.fingerprint
    #expect(throws: SnapshotError.self) { try account.backend.restore(.object(snapshot)) }
    #expect(account.fingerprint == before)
  }
}
