import ArgumentParser
import GhostlightContracts
import GhostlightCore
import HTTPTypes

/// The sources of the contracts to verify: files, folders, URLs and a broker.
struct ContractSources: CustomStringConvertible {
  let paths: [String]
  let broker: BrokerOptions
  let trustFile: String?
  /// The emulator to use for each provider that has a different name, keyed by the provider's name.
  let names: [String: String]

  /// The contracts to verify, and the broker's information about those that it returned.
  struct Contracts {
    var files: [ContractFile]
    var ofBroker: [PactBroker.Pact] = []
  }

  /// The paths and URLs, for messages to the user.
  var description: String {
    (local + remote + [broker.broker].compactMap(\.self)).joined(separator: ", ")
  }

  private var remote: [String] { paths.filter { $0.contains("://") } }

  private var local: [String] {
    guard paths.isEmpty else { return paths.filter { !$0.contains("://") } }
    return broker.broker == nil ? ["Contracts"] : []
  }

  /// Reads the contracts from all sources.
  ///
  /// - Throws: `ExitCode`, after printing a line for each contract that is missing or invalid.
  func contracts() async throws -> Contracts {
    var contracts = Contracts(files: try ContractFolder(paths: local).files())
    do throws(RemoteDocumentError) {
      for url in remote {
        let documents = try RemoteDocuments(
          url, credentials: broker.credentials, trustFile: trustFile)
        let json = try await documents.json(.get, url)
        do throws(PactError) {
          contracts.files.append(ContractFile(url, try Pact(reading: json)))
        } catch {
          throw .malformed(url, "is not a valid contract: \(error)")
        }
      }
      if let client = try PactBroker(broker, trustFile: trustFile) {
        contracts.ofBroker = try await client.pacts()
        contracts.files += contracts.ofBroker.map(\.file)
        for notice in contracts.ofBroker.flatMap({ $0.notices() }) {
          Terminal.complain(notice)
        }
      }
    } catch {
      throw Self.end(error)
    }
    for index in contracts.files.indices {
      let provider = contracts.files[index].pact.provider
      contracts.files[index].pact.provider = names[provider] ?? provider
    }
    return contracts
  }

  /// Prints the broker's notices about the result, and publishes it if the options request that.
  ///
  /// - Throws: `ExitCode`, after printing one line, if the broker rejects the result.
  func conclude(_ contracts: Contracts, _ report: ContractReport) async throws {
    do throws(RemoteDocumentError) {
      guard let version = broker.publish, let client = try PactBroker(broker, trustFile: trustFile)
      else {
        for pact in contracts.ofBroker {
          let isKept = report.results.filter { $0.path == pact.file.path }
            .allSatisfy(\.outcome.failures.isEmpty)
          for notice in pact.notices(isKept: isKept) { Terminal.complain(notice) }
        }
        return
      }
      for line in try await client.publish(report, of: contracts.ofBroker, as: version) {
        Terminal.complain(line)
      }
    } catch {
      throw Self.end(error)
    }
  }

  private static func end(_ error: RemoteDocumentError) -> ExitCode {
    Terminal.complain("\(error)")
    return ExitCode(error.code)
  }
}
