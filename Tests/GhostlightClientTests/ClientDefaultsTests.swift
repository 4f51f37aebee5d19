import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct `Values for a client's environment` {
  @Test func `each value is the given one`() async throws {
    let session = URLSession(configuration: .ephemeral)
    let clock = Metronome()
    let defaults = ClientDefaults(
      transport: { name in
        Transport { _ throws(TransportError) in
          Response(name == "one" ? .accepted : .noContent)
        }
      },
      urlSession: { $0 == "one" ? session : .shared },
      now: { Date(timeIntervalSince1970: 7) }, clock: clock, keys: ["A": "1", "B": "2"])
    #expect(try await defaults.transport("one").send(Request(.get, "/")).status == .accepted)
    #expect(try await defaults.transport("other").send(Request(.get, "/")).status == .noContent)
    #expect(defaults.urlSession("one") === session)
    #expect(defaults.urlSession("other") !== session)
    #expect(defaults.now() == Date(timeIntervalSince1970: 7))
    #expect(defaults.clock as? Metronome === clock)
    #expect(defaults.keys == ["A": "1", "B": "2"])
  }

  @Test func `there are no keys by default`() {
    let defaults = ClientDefaults(
      transport: { _ in Transport { _ throws(TransportError) in throw .timedOut } },
      urlSession: { _ in .shared }, now: { Date() }, clock: ContinuousClock())
    #expect(defaults.keys.isEmpty)
    #expect(EmulatorKeys().key("A", published: "p", variables: ["A": "v"]) == "v")
  }

  @Test(arguments: [
    (String?.none, "http", "http://127.0.0.1:5"), ("HTTPS://h:1/", "https", "https://h:1"),
    ("https://h/a/b/", "https", "https://h/a/b"), ("ftp://h", "http", "http://127.0.0.1:5"),
  ])
  func `an address has the scheme of its URL`(_ given: String?, _ scheme: String, _ text: String) {
    let address = EmulatorAddress(
      given.flatMap { URL(string: $0) }, of: "egf2", port: 5, variables: [:])
    #expect(address.scheme == scheme)
    #expect(address.text == text)
  }
}
