import GhostlightCore
import Testing

@testable import CosmosEmulator

@Suite struct `Effective partition keys` {
  @Test(arguments: rows)
  func `a partition key has the hash that the reference gives`(_ header: String, _ text: String)
    throws
  {
    let key = try #require(PartitionKey(header: header))
    #expect(EffectivePartitionKey.text(of: key) == text)
  }

  /// Partition keys and their hashes from the protocol reference (B10).
  static let rows: [(String, String)] = [
    (#"["readonly"]"#, "0C757D714F07A4D6BFCE069EC17CACD6"),
    (#"["user-ceb61029-d032-4e7a-be03-2614cfe2a564"]"#, "0F5A88CEB2E8C1A95C4FC3D4D22FF203"),
    (#"["a"]"#, "3A5381E1114EB8D3FCC90795045B49B7"),
    (#"[""]"#, "32E9366E637A71B4E710384B2F4970A0"),
    ("[7]", "36ECBAF0D9CC21F10F0938014BB52739"), ("[7.0]", "36ECBAF0D9CC21F10F0938014BB52739"),
    ("[1.5]", "35C5DDEB6C795D16A9963C73C54E97BC"),
    ("[true]", "0E711127C5B5A8E4726AC6DD306A3E59"),
    ("[false]", "2FE1BE91E90A3439635E0E9E37361EF2"),
    ("[null]", "378867E4430E67857ACE5C908374FE16"),
    (#"["cf"]"#, "1AAC77476873E08996A2F4A8464F4F5F"),
  ]

  @Test(arguments: otherRows)
  func `a partition key is hashed in the way of its container`(
    _ hashing: EffectivePartitionKey.Hashing, _ header: String, _ text: String
  ) throws {
    let key = try #require(PartitionKey(header: header))
    #expect(EffectivePartitionKey.text(of: key, by: hashing) == text)
  }

  /// Partition keys with the hashes that azure-cosmos 4.17.1 for Python computes.
  static let otherRows: [(EffectivePartitionKey.Hashing, String, String)] = [
    (.first, #"["a"]"#, "05C1D78593652C086200"),
    (.first, #"["readonly"]"#, "05C1ED0BB1D3DE0873666265706F6D7A00"),
    (.first, "[7]", "05C1CB7BF3111805C01C"), (.first, "[7.5]", "05C1BDEB07E15005C01E"),
    (.first, "[-1.5]", "05C1E901090F44054008"), (.first, "[true]", "05C1D7C5A903D803"),
    (.first, "[false]", "05C1DB857D857C02"), (.first, "[{}]", "05C1D529E345DC00"),
    (.first, #"["é日本"]"#, "05C1E9835B0D5208C4AAE798A6E79DAD00"),
    (.first, #"[""]"#, "05C1CF33970FF80800"),
    (
      .first, "[\"" + String(repeating: "x", count: 150) + "\"]",
      "05C1DD45A3938C08" + String(repeating: "79", count: 100) + "00"
    ),
    (
      .hierarchical, #"["a","b"]"#,
      "3A5381E1114EB8D3FCC90795045B49B7195644569A78B1E22D200348AF9416CE"
    ),
    (
      .hierarchical, #"["a",7,null]"#,
      "3A5381E1114EB8D3FCC90795045B49B736ECBAF0D9CC21F10F0938014BB52739"
        + "378867E4430E67857ACE5C908374FE16"
    ),
    (.hierarchical, #"["a"]"#, "3A5381E1114EB8D3FCC90795045B49B7"),
  ]

  @Test(arguments: ["7", "{}", "[[1]]", #"[{"a":1}]"#, "", "[", "null"])
  func `an invalid partition key is rejected`(_ header: String) {
    #expect(PartitionKey(header: header)?.text == nil)
  }
}
