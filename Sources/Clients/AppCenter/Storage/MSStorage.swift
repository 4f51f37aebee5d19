package import Foundation
import Synchronization

/// What the SDK keeps: secrets and settings, and the folder for more.
package final class MSStorage: Sendable {
  private struct State {
    var location: MSStorageLocation
    var secrets: (any MSKeyValueStore)?
    var settings: (any MSKeyValueStore)?
  }

  private let state: Mutex<State>
  private let variables: [String: String]

  init(_ location: MSStorageLocation, variables: [String: String]) {
    state = Mutex(State(location: location))
    self.variables = variables
  }

  /// Moves to another place; what was kept in the old one stays there.
  package func move(to location: MSStorageLocation) {
    state.withLock { $0 = State(location: location) }
  }

  /// The folder, or `nil` where all stays in memory.
  package var folder: URL? {
    state.withLock { $0.location }.folder(variables)
  }

  /// Tokens.
  package var secrets: any MSKeyValueStore { store(\.secrets, "Secrets.json") }

  /// What was enabled and disabled.
  package var settings: any MSKeyValueStore { store(\.settings, "Settings.json") }

  private func store(
    _ slot: WritableKeyPath<State, (any MSKeyValueStore)?>, _ name: String
  ) -> any MSKeyValueStore {
    state.withLock { state in
      if let known = state[keyPath: slot] { return known }
      let folder = state.location.folder(variables)
      let fresh: any MSKeyValueStore =
        folder.map { MSFileStore($0.appendingPathComponent(name)) } ?? MSMemoryStore()
      state[keyPath: slot] = fresh
      return fresh
    }
  }
}
