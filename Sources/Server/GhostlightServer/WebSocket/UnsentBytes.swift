import NIOCore
import Synchronization

/// What the clients of all event sockets have not taken yet, held to a sum.
///
/// Past it, the sockets that hold most are cut off, until a quarter of the room is free again.
final class UnsentBytes: Sendable {
  private struct Entry {
    var bytes: Int
    let cutOff: @Sendable () -> Void
  }

  private struct State {
    var sum = 0
    var entries: [ObjectIdentifier: Entry] = [:]
  }

  private let limit: Int
  private let state = Mutex(State())

  /// Bounds the sum of unsent bytes.
  init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// The sum as it was last noted.
  var sum: Int { state.withLock { $0.sum } }

  /// Notes what a socket holds; none at its end.
  func note(
    _ bytes: Int, of socket: ObjectIdentifier, cutOff: @escaping @Sendable () -> Void
  ) {
    let late = state.withLock { state -> [Entry] in
      state.sum += bytes - (state.entries[socket]?.bytes ?? 0)
      state.entries[socket] = bytes > 0 ? Entry(bytes: bytes, cutOff: cutOff) : nil
      guard state.sum > limit else { return [] }
      var late: [Entry] = []
      for (key, entry) in state.entries.sorted(by: { $0.value.bytes > $1.value.bytes }) {
        guard state.sum > limit / 4 * 3 else { break }
        state.sum -= entry.bytes
        state.entries[key] = nil
        late.append(entry)
      }
      return late
    }
    for entry in late { entry.cutOff() }
  }
}
