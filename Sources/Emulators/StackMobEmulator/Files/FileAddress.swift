import GhostlightCore

/// Where the files of a write are found (A17).
struct FileAddress: Sendable, Hashable {
  /// Host and port of the request that writes.
  let authority: String
  /// What stands in place of the emulator's own address.
  let prefix: String?
  /// The store of the environment.
  let bucket: String

  /// The address of fixtures, which come with no request.
  static let standardAuthority = "127.0.0.1:4401"

  init(_ authority: String, _ state: StackMobState) {
    self.authority = authority
    prefix = state.configuration.binaryURLPrefix
    bucket = state.bucket
  }

  /// The URL of a file.
  func url(of entry: FileStore.Entry) -> String {
    let root = prefix ?? "http://\(authority)/\(StackMobBackend.fileSegment)"
    let parts = [bucket, entry.schema, entry.id, entry.field, entry.file.name]
    return root + parts.map { "/" + PercentEncoding.encode($0) }.joined()
  }
}
