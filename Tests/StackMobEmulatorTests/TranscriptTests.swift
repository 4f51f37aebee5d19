import Foundation
import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import StackMobEmulator
import TestSupport
import Testing

@Suite struct `Transcripts of StackMob` {
  @Test(arguments: ["datastore", "users", "services"])
  func `each request gets the recorded response`(_ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Transcripts/\(name).txt")
    try Transcript.play(file, from: StackMobApp.start, on: { StackMobBackend() }) {
      request, signer, moment in
      let accept = request.headers[.accept] ?? "application/vnd.stackmob+json; version=0"
      request.headers[.accept] = accept
      let keys = StackMobConfiguration().keys(ofVersion: accept)
      request.headers[.field("X-StackMob-API-Key")] = keys.publicKey
      let parts = signer?.split(separator: " ").map(String.init) ?? []
      if signer == "key" {
        request = request.signed(with: keys, timestamp: moment.milliseconds / 1000)
      } else if parts.count == 2 {
        request = request.signed(with: MACCredentials(id: parts[0], key: parts[1]))
      }
    }
  }
}

extension StackMobConfiguration {
  /// Returns the keys of the environment that an `Accept` header field asks for.
  fileprivate func keys(ofVersion accept: String) -> StackMobKeys {
    accept.hasSuffix("version=0") ? developmentKeys : productionKeys
  }
}
