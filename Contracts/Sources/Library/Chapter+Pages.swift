import Ghostlight
public import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

extension Chapter {
  /// The file with the contract, as the book writes it.
  public var contract: Page {
    let text =
      isConsumer
      ? pact.json.lines(of: ["interactions"], sortedKeys: true) + "\n" : pact.fileText
    return Page(path: contractPath, bytes: Array(text.utf8))
  }

  /// The contract as a runner's input.
  public var file: ContractFile { ContractFile(contractPath, pact) }

  private var contractPath: String { "Contracts/\(self).json" }

  /// Runs the contract against the emulators, and returns the exchanges as a recording without
  /// secrets.
  ///
  /// The clock is frozen and the ids have a fixed seed, so that equal contracts have equal
  /// recordings.
  ///
  /// - Throws: ``BookError`` if an interaction is not kept.
  public func recording() async throws(BookError) -> Page {
    var configuration = StageConfiguration()
    configuration.clock = .frozen(at: recordedMilliseconds)
    let report = await ContractRunner(.emulators(configuration), isTimed: false).run([file])
    guard report.counts.kept == pact.interactions.count else {
      throw BookError("\(self): \(report.text())")
    }
    var recording = report.recording
    recording.comment =
      "\(pact.provider): the contract \(self), recorded from Ghostlight's own emulator, not from "
      + "the vendor's service. Written by `swift run ContractBook`."
    for position in recording.exchanges.indices {
      recording.exchanges[position].startedMilliseconds =
        recordedMilliseconds + Int64(position)
      recording.exchanges[position].durationMilliseconds = 0
      // The reason helps developers, but the vendor does not send it.
      recording.exchanges[position].response.headers[.ghostlightReason] = nil
    }
    let document = HARDocument(Redactor().redact(recording))
    guard isConsumer else { return Page(path: "Recordings/\(self).har", bytes: document.bytes) }
    let text = JSON.object(document.json).lines(of: ["log", "entries"]) + "\n"
    return Page(path: "Recordings/\(self).har", bytes: Array(text.utf8))
  }
}
