import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import MiaEmulator

@Suite struct `Transcripts of Mia` {
  @Test(arguments: ["crud-reading", "crud-writing", "crud-details", "baas", "tables"])
  func `each request gets the recorded response`(_ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Transcripts/\(name).txt")
    try Transcript.play(file, from: 1_586_106_974_175, on: { MiaBackend() }) { request, signer, _ in
      if request.headers[.secret] == nil { request.headers[.secret] = "s3cr3t" }
      if let signer { request.headers[.sid] = signer }
    }
  }
}
