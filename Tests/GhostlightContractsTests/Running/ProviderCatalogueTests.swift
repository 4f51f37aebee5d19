import Ghostlight
import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Provider catalogues and latencies` {
  @Test(
    arguments: [
      (LatencyClass.instant, 1000, true), (.instant, 1001, false), (.prompt, 10_000, true),
      (.prompt, 10_001, false), (.slow, 60_000, true), (.slow, 60_001, false),
    ])
  func `a response may take as long as its promise says`(
    _ latency: LatencyClass, _ milliseconds: Int, _ isKept: Bool
  ) async {
    let pact = Pact(consumer: "a", provider: "b") {
      Interaction("x", request: .get("/"), response: .status(200), latency: latency)
    }
    let slow = Responder(
      name: "r",
      immediate: { _ in
        var response = Response(.ok)
        response.delayMilliseconds = milliseconds
        return response
      })
    let report = await ContractRunner(.responder(slow), isTimed: false).run([
      ContractFile("f", pact)
    ])
    #expect(
      report.results[0].outcome
        == (isKept
          ? .kept
          : .broken([
            ContractFailure(
              at: "latency", expected: "at most \(latency.limitMilliseconds) ms",
              actual: "\(milliseconds) ms")
          ])))
  }

  @Test(arguments: [
    ("no note \"{id}\" here", "no note \"9\" here", true),
    ("no {a} at {b}", "say: no x at y!", true),
    ("no {a} at {b}", "at x no", false), ("{a}", "", true), ("", "x", true), ("x", "y", false),
    ("a{b}a", "a", false), ("a{b}a", "aa", true), ("{a}x", "ax", true), ("{a}x", "a", false),
  ])
  func `a response with the message of a refusal is this refusal`(
    _ message: String, _ text: String, _ isSaid: Bool
  ) {
    let refusal = ProviderCatalogue.Refusal(name: "r", status: 400, message: message)
    let places: [JSON] = [
      .string(text), ["error": .string(text)], [[1, nil, true], ["a": [.string(text)]]],
    ]
    for json in places { #expect(refusal.isSaid(in: .json(.ok, json)) == isSaid) }
    if !text.isEmpty {
      #expect(refusal.isSaid(in: Response(.ok, body: Array(text.utf8))) == isSaid)
    }
  }

  @Test func `the catalogue of an emulator has its routes and refusals`() throws {
    let service = try #require(Service.all.first { $0.name == "stackmob" })
    let catalogue = ProviderCatalogue(service)
    let own = service.seed.catalogue
    #expect(catalogue.provider == "stackmob")
    #expect(
      catalogue.routes
        == own.routes.map { .init(method: $0.method, pattern: $0.pattern, title: $0.title) })
    #expect(
      catalogue.refusals
        == own.refusals.map { .init(name: $0.name, status: $0.status.code, message: $0.message) })
    #expect(ProviderCatalogue.emulators.map(\.provider) == Service.all.map(\.name))
  }
}
