public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

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
  ///
  /// - Throws: ``EGF2Error`` where the server or the storage refuses; errors of the network in
  ///   `NSURLErrorDomain`.
  public nonisolated(nonsending) func uploadFile(
    withData data: Data, title: String, mimeType: String
  ) async throws -> sending NSObject {
    try await fileCall(data, title, mimeType).value()
  }

  /// Uploads data as an image and answers its object.
  ///
  /// - Throws: ``EGF2Error`` where the server or the storage refuses; errors of the network in
  ///   `NSURLErrorDomain`.
  public nonisolated(nonsending) func uploadImage(
    withData data: Data, title: String, mimeType: String, kind: String
  ) async throws -> sending NSObject {
    try await imageCall(data, title, mimeType, kind).value()
  }
}

extension EGF2Graph {
  /// Uploading data: a place for it, the data, a note that it is there, the object.
  ///
  /// - Source: protocol reference B10.
  private func uploadCall(_ draft: CallDraft, _ data: Data) -> PendingCall<ObjectRecord> {
    let bytes = Array(data)
    return call { () async throws(NSError) -> Answer<ObjectRecord> in
      let place = try await self.send(draft)
      guard let id = place["id"]?.string, let mimeType = place["mime_type"]?.string,
        let address = place["upload_url"]?.string.flatMap({ Endpoint($0) })
      else {
        throw EGF2Error.wrongResponse("The answer has no id with mime_type and upload_url")
      }
      var upload = address.request(.put, body: bytes)
      upload.headers[.contentType] = mimeType
      try await self.deliver(upload)
      let note = CallDraft(.put, "graph", id).sending(["uploaded": true])
      _ = try await self.fetched(note, [])
      return Answer(try await self.object(id, []))
    }
  }

  /// Uploading a file.
  func fileCall(_ data: Data, _ title: String, _ mimeType: String) -> PendingCall<ObjectRecord> {
    uploadCall(
      CallDraft(.get, "new_file").asking("title", title).asking("mime_type", mimeType), data)
  }

  /// Uploading an image.
  func imageCall(
    _ data: Data, _ title: String, _ mimeType: String, _ kind: String
  ) -> PendingCall<ObjectRecord> {
    uploadCall(
      CallDraft(.get, "new_image").asking("title", title).asking("mime_type", mimeType)
        .asking("kind", kind), data)
  }
}
