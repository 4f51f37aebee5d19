import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import TestExecutors

/// The requests and states of one play of a scene.
struct ScenePlay {
  /// The provider states that were set up before the scene.
  private(set) var preconditions: [Variation.Precondition]
  var entries: [SceneExchange]
  /// The content of the last mail, keyed by emulator.
  let mails: [String: JSON]
  /// The error that ended the play early; `nil` if the play reached its end.
  ///
  /// The exchanges before the error are kept.
  let failure: (any Error)?

  /// Plays a scene to its end or its first error.
  init(_ scene: Scene, _ variation: Variation) async throws {
    do {
      try await Variation.$current.withValue(variation) { try await scene.play() }
      failure = nil
    } catch {
      failure = error
    }
    guard let space = variation.space else {
      throw failure ?? ConsumerError("\(scene) has no stage")
    }
    preconditions = variation.preconditions
    entries = space.journal.map(SceneExchange.init)
    mails = space.outbox.compactMapValues { outbox in
      outbox.messages.last.map { .object($0.content) }
    }
    preconditions = ResourceTokens(self).preconditions()
  }
}

struct SceneExchange {
  let emulator: String
  let milliseconds: Int64
  let changesState: Bool
  let route: String?
  var request: Request
  var response: Response

  init(_ entry: JournalEntry) {
    emulator = entry.emulator
    milliseconds = entry.milliseconds
    changesState = entry.answer.effect == .changed
    route = entry.answer.route
    request = entry.request
    response = entry.answer.response
  }

  /// Returns the exchange with all random strings replaced.
  func replacing(_ drawn: DrawnTexts) -> SceneExchange {
    func clean(_ text: String) -> String { drawn.replaced(in: text) }
    var copy = self
    copy.request.target = RequestTarget(clean(request.target.raw))
    for index in copy.request.headers.indices {
      copy.request.headers[index].value = clean(copy.request.headers[index].value)
    }
    for index in copy.response.headers.indices {
      copy.response.headers[index].value = clean(copy.response.headers[index].value)
    }
    copy.request.body = Self.replace(request.body, clean)
    copy.response.body = Self.replace(response.body, clean)
    return copy
  }

  private static func replace(_ bytes: [UInt8], _ clean: (String) -> String) -> [UInt8] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    return Array(clean(text).utf8)
  }
}

/// The reason why the contract of a variant cannot be created.
package struct ConsumerError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}
