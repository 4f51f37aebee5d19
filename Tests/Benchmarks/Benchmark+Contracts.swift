#if Server
  import ContractLibrary
  import Foundation
  import Ghostlight
  import GhostlightClient
  import GhostlightContracts
  import GhostlightCore
  import GhostlightServer
  import HTTPTypes
  import StackMobContracts

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  extension Benchmark {
    static let contracts = Benchmark(
      name: "contracts", summary: "300 interactions of contracts, in process and over HTTP"
    ) { () throws(BenchmarkError) in
      let files = try threeHundred()
      let server = try Waiting.value { () async throws(BenchmarkError) in try await serve() }
      let ways = [
        (ContractExecutor.emulators(StageConfiguration()), 500.0), (overHTTP(server), 5000.0),
      ]
      var measurements: [Measurement] = []
      for (executor, limit) in ways {
        var values: [Double] = []
        for _ in 0...Rounds.count {
          let report = try Waiting.value { () async throws(BenchmarkError) in
            await ContractRunner(executor).run(files)
          }
          guard report.counts.kept == 300 else { throw BenchmarkError(report.text()) }
          values.append(report.milliseconds)
        }
        measurements.append(
          Measurement(
            title: "contracts: 300 interactions \(executor.name.prefix(10))", hold: .atMost(limit),
            unit: .milliseconds, values: Array(values.dropFirst())))
      }
      _ = try Waiting.value { () async throws(BenchmarkError) in
        await server.drain(timeoutSeconds: 0)
      }
      return measurements
    }

    /// Returns contract files with the first 300 interactions of the StackMob contracts.
    private static func threeHundred() throws(BenchmarkError) -> [ContractFile] {
      var left = 300
      var files: [ContractFile] = []
      for chapter in StackMobContracts.chapters where left > 0 {
        var file = chapter.file
        file.pact.interactions = Array(file.pact.interactions.prefix(left))
        left -= file.pact.interactions.count
        files.append(file)
      }
      guard left == 0 else { throw BenchmarkError("there are only \(300 - left) interactions") }
      return files
    }

    private static func serve() async throws(BenchmarkError) -> EmulatorServer {
      var options = ServerOptions()
      options.portBase = 0
      do throws(ServerError) {
        return try await EmulatorServer.start(Stage(), options)
      } catch {
        throw BenchmarkError("\(error)")
      }
    }

    /// Returns an executor that runs each interaction over HTTP, in its own namespace.
    ///
    /// The executor sends a request for each provider state, and finally deletes the namespace.
    private static func overHTTP(_ server: EmulatorServer) -> ContractExecutor {
      let transport = Transport.urlSession(URLSession(configuration: .ephemeral))
      let urls = Dictionary(server.addresses.map { ($0.name, $0.url) }) { first, _ in first }
      return .http(urls["stackmob"] ?? "", control: urls["control"], run: "benchmark") {
        request, base throws(ContractExecutorError) in
        var request = request
        let authority = String(base.dropFirst("http://".count))
        if request.authority != authority, let host = HTTPField.Name("Host") {
          request.headers[host] = request.authority
        }
        request.authority = authority
        do throws(TransportError) {
          return try await transport.send(request)
        } catch {
          throw ContractExecutorError("\(error)")
        }
      }
    }
  }
#endif
