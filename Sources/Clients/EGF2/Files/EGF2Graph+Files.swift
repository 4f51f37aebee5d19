public import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes

/// Uploading files and images.
///
/// - Source: protocol reference B10.
extension EGF2Graph {
  /// Uploads data as a file, and passes the file's object to `completion`.
  public func uploadFile(
    withData data: Data, title: String, mimeType: String, completion: @escaping ObjectBlock
  ) {
    fileCall(data, title, mimeType).deliver(to: completion)
  }

  /// Uploads data as an image, and passes the image's file object to `completion`.
  ///
  /// `kind` is the name of a set of image sizes in the server's configuration, such as `avatar`.
  /// The server creates these sizes from the image.
  public func uploadImage(
    withData data: Data, title: String, mimeType: String, kind: String,
    completion: @escaping ObjectBlock
  ) {
    imageCall(data, title, mimeType, kind).deliver(to: completion)
  }

  /// Uploads data as a file and returns the file's object.
  ///
  /// - Throws: An ``EGF2Error`` if the server or the storage refuses the upload; the error of the
  ///   URL loading system, in `NSURLErrorDomain`, if the network fails.
  public nonisolated(nonsending) func uploadFile(
    withData data: Data, title: String, mimeType: String
  ) async throws -> sending NSObject {
    try await fileCall(data, title, mimeType).value()
  }

  /// Uploads data as an image and returns the image's file object.
  ///
  /// - Throws: An ``EGF2Error`` if the server or the storage refuses the upload; the error of the
  ///   URL loading system, in `NSURLErrorDomain`, if the network fails.
  public nonisolated(nonsending) func uploadImage(
    withData data: Data, title: String, mimeType: String, kind: String
  ) async throws -> sending NSObject {
    try await imageCall(data, title, mimeType, kind).value()
  }
}

extension EGF2Graph {
  /// Creates a call that uploads data in four requests.
  ///
  /// The requests get an upload URL, send the data to that URL, report the upload, and read the
  /// file's object.
  ///
  /// - Source: protocol reference B10.
  private func uploadCall(_ draft: CallDraft, _ data: Data) -> PendingCall<ObjectRecord> {
    let bytes = Array(data)
    return call { () async throws(NSError) -> CallResult<ObjectRecord> in
      let place = try await self.send(draft)
      guard let id = place["id"]?.string, let mimeType = place["mime_type"]?.string,
        let address = place["upload_url"]?.string.flatMap({ Endpoint($0) })
      else {
        throw EGF2Error.wrongResponse("The response does not have id, mime_type and upload_url")
      }
      var upload = address.request(.put, body: bytes)
      upload.headers[.contentType] = mimeType
      try await self.deliver(upload)
      let note = CallDraft(.put, "graph", id).sending(["uploaded": true])
      _ = try await self.fetched(note, [])
      return CallResult(try await self.object(id, []))
    }
  }

  func fileCall(_ data: Data, _ title: String, _ mimeType: String) -> PendingCall<ObjectRecord> {
    uploadCall(
      CallDraft(.get, "new_file").asking("title", title).asking("mime_type", mimeType), data)
  }

  func imageCall(
    _ data: Data, _ title: String, _ mimeType: String, _ kind: String
  ) -> PendingCall<ObjectRecord> {
    uploadCall(
      CallDraft(.get, "new_image").asking("title", title).asking("mime_type", mimeType)
        .asking("kind", kind), data)
  }
}
