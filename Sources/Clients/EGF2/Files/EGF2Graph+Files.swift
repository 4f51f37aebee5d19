public import Foundation

/// Files and images.
///
/// - Source: protocol reference B10.
extension EGF2Graph {
  /// Uploads data as a file and tells its object.
  public func uploadFile(
    withData data: Data, title: String, mimeType: String, completion: @escaping ObjectBlock
  ) {
    fileCall(data, title, mimeType).deliver(to: completion)
  }

  /// Uploads data as an image and tells its object.
  ///
  /// `kind` names the sizes of the server's configuration that it makes of it, such as `avatar`.
  public func uploadImage(
    withData data: Data, title: String, mimeType: String, kind: String,
    completion: @escaping ObjectBlock
  ) {
    imageCall(data, title, mimeType, kind).deliver(to: completion)
  }

  /// Uploads data as a file and answers its object.
  public nonisolated(nonsending) func uploadFile(
    withData data: Data, title: String, mimeType: String
  ) async throws -> sending NSObject {
    try await fileCall(data, title, mimeType).value()
  }

  /// Uploads data as an image and answers its object.
  public nonisolated(nonsending) func uploadImage(
    withData data: Data, title: String, mimeType: String, kind: String
  ) async throws -> sending NSObject {
    try await imageCall(data, title, mimeType, kind).value()
  }
}
