import Ghostlight
public import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

extension Chapter {
  /// The contract, as a file.
  public var contract: Page {
    Page(path: "Contracts/\(self).json", bytes: Array(pact.fileText.utf8))
  }

  /// The contract as runners take it.
  public var file: ContractFile { ContractFile(contract.path, pact) }

  /// What our emulators answer to each interaction, in the contract's order, without secrets.
  ///
  /// The clock stands still and the ids are seeded, so that the same contract gives the same bytes.
  ///
  /// - Throws: ``BookError`` where an interaction is not kept.
  public func recording() async throws(BookError) -> Page {
    var configuration = StageConfiguration()
    configuration.clock = .frozen(at: Self.recordedMilliseconds)
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
        Self.recordedMilliseconds + Int64(position)
      recording.exchanges[position].durationMilliseconds = 0
      // What helps developers is not the vendor's.
      recording.exchanges[position].response.headers[.ghostlightReason] = nil
    }
    let document = HARDocument(Redactor().redact(recording))
    return Page(path: "Recordings/\(self).har", bytes: document.bytes)
  }

  /// 2013-06-12T12:26:40Z.
  private static let recordedMilliseconds: Int64 = 1_371_040_000_000
}
