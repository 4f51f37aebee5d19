import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import EGF2Emulator

@Suite struct `Transcripts of EGF2` {
  @Test(arguments: ["graph"])
  func `each request gets the recorded response`(_ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Transcripts/\(name).txt")
    try Transcript.play(
      file, from: 1_484_903_700_123, on: { EGF2Backend(GraphTypes.configuration) }
    ) { request, signer, _ in
      if let signer { request.headers[.authorization] = "Bearer " + signer }
    }
  }
}
