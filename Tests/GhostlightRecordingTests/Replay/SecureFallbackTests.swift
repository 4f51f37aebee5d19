import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Plain HTTP for entries that were recorded by https` {
  private static func exchange(_ url: String, _ text: String) -> RecordedExchange {
    let address = HARAddress(url: url)
    return RecordedExchange(
      Request(
        .get, RequestTarget(address?.target ?? ""), scheme: address?.scheme ?? "",
        authority: address?.authority ?? ""),
      Response(.ok, body: Array(text.utf8)))
  }

  /// The host redirects one path from plain HTTP, so that plain HTTP was recorded for it too.
  private static let recording = Recording([
    exchange("http://a.example/", "plain"), exchange("https://a.example/", "secure"),
    exchange("https://a.example/only", "only"), exchange("https://b.example/only", "other"),
    exchange("https://a.example:8443/port", "port"), exchange("http://b.example/plain", "b"),
  ])

  @Test(arguments: [
    ("http://a.example/", "plain"), ("https://a.example/", "secure"),
    ("http://a.example/only", "only"), ("http://b.example/only", "other"),
    ("http://a.example/port", "port"), ("https://b.example/plain", "501"),
    ("http://c.example/only", "501"), ("http://a.example/plain", "501"),
  ])
  func `a request by plain HTTP gets the entry of the same host`(_ url: String, _ text: String) {
    let replayer = Replayer(Self.recording)
    let response = replayer.responder.respondNow(Self.exchange(url, "").request)
    #expect(response.map { $0.status == .ok ? $0.text : "\($0.status.code)" } == text)
  }
}
