import Ghostlight
import GhostlightRecording
import Synchronization

/// The exchanges of a test with its stage, counted by service.
///
/// The stage adds each exchange from the thread that processed it.
final class ObservedExchanges: Sendable {
  private struct State: Sendable {
    var tallies: [String: RequestTally<UnmatchedRequest>] = [:]
    var idleFaults: [String] = []
  }

  private let state = Mutex(State())

  /// Descriptions of fault plans that had no effect, because the body is too short to truncate.
  var idleFaults: [String] { state.withLock { $0.idleFaults } }

  /// Counts an exchange; `isFile` says whether a recording or a contract responded.
  func add(_ entry: JournalEntry, isFile: Bool) {
    state.withLock { state in
      let effect = entry.answer.effect
      if effect == .unmatched {
        let miss = UnmatchedRequest(entry, isFile: isFile)
        state.tallies[entry.emulator, default: RequestTally()].add(miss)
      } else if effect == .read || effect == .changed {
        state.tallies[entry.emulator, default: RequestTally()].served += 1
      }
      if let number = entry.fault, let reason = entry.idleFaultReason {
        state.idleFaults.append("fault plan \(number) at \(entry.line): \(reason)")
      }
    }
  }

  /// Returns the numbers of served and unmatched requests of a service.
  func tally(of service: String) -> RequestTally<UnmatchedRequest> {
    state.withLock { $0.tallies[service] } ?? RequestTally()
  }

  /// Removes the counts of a service.
  func clear(_ service: String) { state.withLock { $0.tallies[service] = nil } }
}

/// A request for which a service has no response.
struct UnmatchedRequest: Sendable {
  /// The reason, with the nearest route, entry or interaction.
  let explanation: String
  /// The nearest entries or interactions, with their differences.
  let nearest: [String]

  /// Creates a description of a journal entry.
  ///
  /// The journal distinguishes an unmatched request from one with the vendor's own 404. The response
  /// of a recording or a contract has the reason.
  init(_ entry: JournalEntry, isFile: Bool) {
    let nearest = entry.answer.nearMisses
    guard !isFile else {
      explanation = entry.answer.response.json?["error"]?.string ?? entry.line
      self.nearest = nearest
      return
    }
    explanation =
      "\(entry.emulator) has no route for \(entry.line)"
      + (nearest.isEmpty ? "" : "; nearest: \(nearest.joined(separator: "; "))")
    self.nearest = []
  }

  /// The explanation, followed by a line for each of the nearest entries or interactions.
  var text: String { ([explanation] + nearest.map { "  \($0)" }).joined(separator: "\n") }
}

extension JournalEntry {
  /// The method and the target of the request.
  fileprivate var line: String { "\(request.method.rawValue) \(request.target.raw)" }
}
