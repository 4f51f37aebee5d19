import Ghostlight
import GhostlightCore
import GhostlightRecording
import StackMobEmulator
import Testing

@Suite struct `Replay of StackMob logins` {
  private static func recorded() async throws -> (Recording, StackMobLogin.Life) {
    let stage = Stage(StageConfiguration(services: [.stackMob()]))
    let recorder = Recorder { 0 }
    let emulator = try #require(stage.responder(for: "stackmob"))
    let life = await StackMobLogin(responder: emulator.recorded(into: recorder)).live()
    return (recorder.recording, life)
  }

  @Test func `a redacted file replays for any password, key and nonce`() async throws {
    let (recording, life) = try await Self.recorded()
    #expect(life.statuses == [201, 200, 201, 200, 200, 200, 401])
    let bytes = HARDocument(Redactor().redact(recording)).bytes
    let read = try Recording(HARDocument(reading: bytes, named: "login.har"))
    let replayer = Replayer(read, normalise: Redactor().normaliser(for: read))
    var client = StackMobLogin(responder: replayer.responder)
    client.password = "another one"
    client.key = "another-key"
    client.nonce = "n2"
    let replayed = await client.live()
    #expect(replayed.statuses == life.statuses)
    #expect(replayed.texts == life.texts)
    #expect(
      replayed.tokens == [
        "REDACTED-access_token-1", "REDACTED-mac_key-1", "REDACTED-refresh_token-1",
        "REDACTED-access_token-2", "REDACTED-mac_key-2", "REDACTED-refresh_token-2",
      ])
    #expect(replayer.report.isClean, "\(replayer.report)")
  }

  @Test func `a redacted file has no token, key or password`() async throws {
    let (recording, life) = try await Self.recorded()
    let text = String(decoding: HARDocument(Redactor().redact(recording)).bytes, as: UTF8.self)
    #expect(life.tokens.count == 6)
    for secret in life.tokens + ["s3cret pass", "s3cret+pass", "s3cret%20pass"] {
      #expect(!text.contains(secret))
    }
    #expect(RedactionLint().findings(in: try JSON.parse(text)) == [])
  }

  @Test func `StackMob's public keys need no redaction`() {
    let configuration = StackMobConfiguration()
    #expect(RedactionRules.published.contains(configuration.developmentKeys.publicKey))
    #expect(RedactionRules.published.contains(configuration.productionKeys.publicKey))
    #expect(!RedactionRules.published.contains(configuration.developmentKeys.privateKey))
  }
}
