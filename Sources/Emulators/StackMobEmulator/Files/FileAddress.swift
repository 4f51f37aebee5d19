import GhostlightCore
import GhostlightEmulation

/// Where the files of a write are found (A17).
struct FileAddress: Sendable, Hashable {
  /// The request that writes, to whose namespace the address leads back.
  private let request: Request?
  /// What stands in place of the emulator's own address.
  private let prefix: String?
  /// The store of the environment.
  private let bucket: String

  /// The address of fixtures, which come with no request.
  private static let standardBase = "http://127.0.0.1:4401"

  init(_ request: Request?, _ state: StackMobState) {
    self.request = request
    prefix = state.configuration.binaryURLPrefix
    bucket = state.bucket
  }

  /// The URL of a file.
  func url(of entry: FileStore.Entry) -> String {
    let base = request?.linkBase ?? Self.standardBase
    let root = prefix ?? "\(base)/\(StackMobBackend.fileSegment)"
    let parts = [bucket, entry.schema, entry.id, entry.field, entry.file.name]
    return root + parts.map { "/" + PercentEncoding.encode($0) }.joined()
  }
}
