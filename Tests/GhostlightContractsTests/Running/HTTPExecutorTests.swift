import GhostlightContracts
import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Contracts over HTTP` {
  private func run(
    control: String?, headers: KeyValuePairs<String, Example> = [:]
  ) async -> (ContractReport, [String]) {
    let log = Mutex<[String]>([])
    let executor = ContractExecutor.http(
      "http://127.0.0.1:1", control: control, run: "r"
    ) { request, url throws(ContractExecutorError) in
      let namespace = request.headers.filter { $0.name.rawName == "X-Ghostlight-Namespace" }
        .map(\.value)
      let line =
        "\(url) \(request.authority) \(request.method.rawValue) \(request.target.raw) "
        + namespace.joined() + String(decoding: request.body, as: UTF8.self)
      log.withLock { $0.append(line) }
      return .json(.ok, ["id": "5"])
    }
    let pact = Pact(consumer: "app", provider: "notes", headers: headers) {
      Interaction(
        "x", given: [.state("a note", ["t": 1])],
        request: .get(.fromState("/notes/${id}", "/notes/1")), response: .status(200))
    }
    let report = await ContractRunner(executor).run([ContractFile("f", pact)])
    return (report, log.withLock { $0 })
  }

  @Test func `states are set up at the control listener, and the namespace is deleted`() async {
    let (report, log) = await run(control: "http://127.0.0.1:2", headers: ["Host": "api.x.com"])
    #expect(report.results.map(\.outcome) == [.kept])
    #expect(
      log == [
        "http://127.0.0.1:2 127.0.0.1:2 POST /__ghostlight/v1/states "
          + #"{"state":"a note","params":{"t":1},"action":"setup","emulator":"notes","#
          + #""namespace":"contract-r-0"}"#,
        "http://127.0.0.1:1 api.x.com GET /notes/5 contract-r-0",
        "http://127.0.0.1:2 127.0.0.1:2 DELETE /__ghostlight/v1/namespaces/contract-r-0 ",
      ])
  }

  @Test func `without a control listener, an interaction with a state is skipped`() async {
    let (report, log) = await run(control: nil)
    #expect(
      report.results.map(\.outcome) == [
        .skipped(
          "it needs the provider state \"a note\": name the URL that sets up states with --control")
      ])
    #expect(log.isEmpty)
  }
}
