import GhostlightCore
import GhostlightEmulation

/// What the exchange at work, or else the last one, has done to the graph (A15).
///
/// Older events are gone: whoever wants to know listens.
struct EventLog: Sendable {
  private(set) var latest: [GraphEvent] = []

  init() {}

  /// Begins an exchange.
  mutating func begin() {
    if !latest.isEmpty { latest = [] }
  }

  /// Takes what an exchange has done.
  mutating func append(_ event: GraphEvent) { latest.append(event) }

  /// The events, each printed for those who subscribed to it.
  var news: [News] {
    latest.map { News(topic: $0.topic, text: JSON.object($0.json).text()) }
  }
}
