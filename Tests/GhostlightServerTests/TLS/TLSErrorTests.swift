import GhostlightServer
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `TLS errors` {
  @Test(
    arguments: [
      .missingFile(path: "/a"), .cannotRead(path: "/a", reason: "b"),
      .cannotWrite(path: "/a", reason: "b"), .notCertificates(path: "/a"), .notKey(path: "/a"),
      .keyMismatch(certificateChainFile: "/a", keyFile: "/b"),
      .expired(path: "/a", date: "then"), .notYetValid(path: "/a", date: "then"),
      .damagedAuthority(folder: "/a", reason: "b"), .refused(reason: "/a"),
    ] as [TLSError])
  func `a TLS error names the file and the remedy in one line`(_ error: TLSError) {
    let text = error.description
    #expect(text.contains("/a"))
    #expect(text.contains(": "))
    #expect(!text.contains("\n"))
  }
}
