import Ghostlight
import GhostlightContracts
import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightCLI
@testable import GhostlightServer

@Suite struct `Printed texts` {
  @Test func `a table has columns as wide as their widest cell`() {
    var table = Table("A", "LONG", "C")
    #expect(table.text == "A  LONG  C")
    table.add("1234", "x", "")
    table.add("é", "a\nb", "y")
    #expect(table.text == "A     LONG      C\n1234  x\né     a\\u000ab  y")
  }

  @Test(arguments: [
    ("http://0.0.0.0:7", "http://127.0.0.1:7"), ("http://[::]:7/x", "http://[::1]:7/x"),
    ("http://127.0.0.1:7", "http://127.0.0.1:7"), ("http://a/0.0.0.0:7", "http://a/0.0.0.0:7"),
  ])
  func `a URL for all addresses is shown with loopback`(_ url: String, _ shown: String) {
    #expect(ServerAddress.reachable(url) == shown)
  }

  @Test(arguments: [("localhost", true), ("127.0.0.1", true), ("::1", true), ("0.0.0.0", false)])
  func `localhost counts as loopback`(_ host: String, _ isLoopback: Bool) {
    #expect(ServerAddress.isLoopback(host) == isLoopback)
  }

  private static let addresses = [
    EmulatorServer.Address(
      name: "control", title: "Control", url: "http://0.0.0.0:1", listensAt: "http://0.0.0.0:1"),
    EmulatorServer.Address(
      name: "mia", title: "Mia", url: "https://m.example.com", listensAt: "http://0.0.0.0:2",
      keys: Service.mia().keys, firstRequest: "curl https://m.example.com/books"),
  ]

  @Test(arguments: [false, true])
  func `the banner has the addresses, keys and first requests`(_ hasToken: Bool) {
    let banner = StartupBanner(
      addresses: Self.addresses, security: hasToken ? "S" : nil,
      controlToken: hasToken ? ControlToken("0123456789abcdef") : nil)
    let token: [String] = [
      "", "S", "",
      "Control calls need a token. This link gives it to the console; commands take it from "
        + "GHOSTLIGHT_CONTROL_TOKEN:", "  http://127.0.0.1:1/console/#token=0123456789abcdef",
    ]
    #expect(
      banner.table.rendered(isColored: false)
        == ([
          "Ghostlight 0.1.0 is ready. Ctrl-C stops it.", "", "  Console  http://127.0.0.1:1",
          "  Mia      https://m.example.com  (listens at http://127.0.0.1:2)",
          "  Manual   http://127.0.0.1:1/manual/",
        ] + (hasToken ? token : [])
        + [
          "", "Keys:", "  MIA_SECRET  s3cr3t", "", "Try:",
          "  curl https://m.example.com/books",
        ]).joined(separator: "\n"))
    var line: JSONObject = [
      "ready": true, "control": "http://127.0.0.1:1", "mia": "https://m.example.com",
      "keys": ["MIA_SECRET": "s3cr3t"], "listening": ["mia": "http://127.0.0.1:2"],
    ]
    if hasToken { line["controlToken"] = "0123456789abcdef" }
    #expect((try? JSON.parse(banner.line)) == .object(line))
  }

  @Test func `a server is unreachable if every response is the failure to reach it`() {
    let counter = ResponseCounter()
    #expect(counter.unreachable == nil)
    #expect(counter.record(.unavailable(because: "first")) == 1)
    #expect(counter.record(.unavailable(because: "second")) == 2)
    #expect(counter.unreachable == "first")
    #expect(counter.record(.unavailable(because: "unsendable", .badRequest)) == 3)
    #expect(counter.unreachable == nil)
    #expect(ResponseCounter().record(Response(.badGateway)) == 1)
  }

  @Test(
    arguments: [
      ([], ""), ([3], "3"), ([1, 2, 3], "1-3"), ([5, 1, 3, 2], "1-3, 5"),
      ([1, 3, 4, 9], "1, 3-4, 9"),
    ] as [([Int], String)])
  func `numbers are printed as ranges`(_ numbers: [Int], _ text: String) {
    #expect(PromotionArgument.ranges(of: numbers) == text)
  }

  @Test(
    arguments: [
      ("a=b", nil, "a", "b"), ("1:a=b=c", [1], "a", "b=c"),
      ("1,3-4: X-Key = v", [1, 3, 4], "X-Key ", " v"),
      ("x:a=b", nil, "x:a", "b"), (":a=b", nil, ":a", "b"), ("2-2:a=", [2], "a", ""),
      ("999999-1000000:a=b", [999_999, 1_000_000], "a", "b"),
      ("1 , 2 - 3:a=b", [1, 2, 3], "a", "b"),
    ] as [(String, Set<Int>?, String, String)])
  func `a fill has numbers, a name and a value`(
    _ text: String, _ numbers: Set<Int>?, _ name: String, _ value: String
  ) throws {
    #expect(try PromotionArgument(text).fill() == ContractFill(name, value, for: numbers))
  }

  @Test(
    arguments: [
      ("object exists", nil, "object exists", [:]),
      ("2: object exists schema=todo n=1", [2], "object exists", ["schema": "todo", "n": 1]),
      (#"a state {"x":"y z"}"#, nil, "a state", ["x": "y z"]),
    ] as [(String, Set<Int>?, String, JSONObject)])
  func `a given state has numbers, a name and parameters`(
    _ text: String, _ numbers: Set<Int>?, _ name: String, _ parameters: JSONObject
  ) throws {
    #expect(
      try PromotionArgument(text).state()
        == ContractPromotion.NumberedState(GivenState(name, parameters), for: numbers))
  }

  @Test(arguments: [
    "object exists x=1 y", "x=1", "2: x=1", "{\"x\":1}", "a {1}", "a {\"x\":1", "1:", "",
  ])
  func `another state is refused`(_ text: String) {
    #expect(throws: (any Error).self) { try PromotionArgument(text).state() }
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (9_999, "9.9 kB"), (10_000, "10 kB"),
    (999_999, "999 kB"), (1_000_000, "1.0 MB"), (12_345_678, "12 MB"), (1_000_000_000, "1.0 GB"),
  ])
  func `a number of bytes is printed with two digits or whole`(_ bytes: Int, _ text: String) {
    #expect(RecordingLines.size(bytes) == text)
  }

  @Test(arguments: [
    "0:a=b", "3-1:a=b", "1-2-3:a=b", "1-1000001:a=b", "=b", "a", "1:", "1:=b",
  ])
  func `another fill is refused`(_ text: String) {
    #expect(throws: (any Error).self) { try PromotionArgument(text).fill() }
  }

  @Test(arguments: [
    (0, 16 << 20), (559_240, 16 << 20), (559_241, 16_777_230), (1_000_000, 30_000_000),
    (35_791_394, 1_073_741_820), (35_791_395, 1 << 30), (Int.max, 1 << 30),
  ])
  func `an archive unpacks to thirty times its size, from 16 MiB to 1 GiB`(
    _ bytes: Int, _ limit: Int
  ) {
    #expect(ZIPArchive.limitBytes(ofArchive: bytes) == limit)
  }

  @Test(arguments: [(0, 100_000), (200_001, 100_000), (200_002, 100_001), (1_000_000, 500_000)])
  func `an archive has an object for two bytes, and at least 100,000`(_ bytes: Int, _ limit: Int) {
    #expect(ExportFiles.limitObjects(ofArchive: bytes) == limit)
  }
}
