public import Foundation

nonisolated extension MKCollectionFile {
  /// Loads the bytes and blocks the calling thread until they are there.
  ///
  /// - Throws: ``MKError``.
  public func loadData() throws -> Data {
    try instance.wait { () throws(MKError) in try await self.sendLoad() }
  }

  /// Loads the bytes.
  ///
  /// - Throws: ``MKError``.
  public func loadData() async throws -> Data { try await sendLoad() }

  /// Loads the bytes in the background, then calls the block with whether that worked.
  public func loadDataInBackground(
    _ block: @escaping (Bool, Data?, (any Error)?) -> Void
  ) {
    instance.deliver { () throws(MKError) in
      try await self.sendLoad()
    } to: {
      block($0.error == nil, $0.value, $0.error)
    }
  }
}
