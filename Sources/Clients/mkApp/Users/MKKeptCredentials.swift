import GhostlightCore

/// Credentials in a file of a store, by default one that only its owner may read.
struct MKKeptCredentials: MKCredentialStore {
  private static let name = "mia-credentials.json"

  let store: any MKStore

  func load() -> MKCredentials? {
    guard let bytes = store.bytes(named: Self.name) else { return nil }
    return (try? JSON.parse(bytes)).flatMap { MKCredentials($0) }
  }

  func save(_ credentials: MKCredentials) {
    store.setBytes(credentials.json.bytes, named: Self.name)
  }

  func clear() { store.setBytes(nil, named: Self.name) }
}
