import GhostlightServer
import Testing

@Suite struct `TLS problems` {
  @Test(
    arguments: [
      .missingFile(path: "/a"), .cannotRead(path: "/a", reason: "b"),
      .cannotWrite(path: "/a", reason: "b"), .notCertificates(path: "/a"), .notKey(path: "/a"),
      .keyMismatch(certificateChainFile: "/a", keyFile: "/b"),
      .expired(path: "/a", date: "then"), .notYetValid(path: "/a", date: "then"),
      .damagedAuthority(folder: "/a", reason: "b"), .refused(reason: "/a"),
    ] as [TLSError])
  func `say in one line where and what to do`(_ error: TLSError) {
    let text = error.description
    #expect(text.contains("/a"))
    #expect(text.contains(": "))
    #expect(!text.contains("\n"))
  }
}
