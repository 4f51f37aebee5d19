import GhostlightCore
import Testing

@testable import CosmosEmulator

@Suite struct `Effective partition keys` {
  @Test(arguments: rows)
  func `a value hashes to the place that the reference gives`(_ header: String, _ text: String)
    throws
  {
    let key = try #require(PartitionKey(header: header))
    #expect(EffectivePartitionKey.text(of: key) == text)
  }

  /// Protocol reference B10.
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

  @Test(arguments: ["7", "{}", "[[1]]", #"[{"a":1}]"#, "", "[", "null"])
  func `what is no key is refused`(_ header: String) {
    #expect(PartitionKey(header: header)?.text == nil)
  }
}
