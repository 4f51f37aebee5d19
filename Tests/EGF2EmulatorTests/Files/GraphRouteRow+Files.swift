import GhostlightCore
import HTTPTypes

@testable import EGF2Emulator
import GhostlightEmulation

extension GraphRouteRow {
  static let files: [GraphRouteRow] = [
    GraphRouteRow("New image", mark(.get, "/v1/new_image?mime_type=image/png&kind=avatar")),
    GraphRouteRow("New file", mark(.get, "/v1/new_file?mime_type=text/plain&title=Notes")),
    GraphRouteRow("Upload", .upload("text/plain", to: place(isFilled: false))),
    GraphRouteRow("Download", GraphFixture.request(.get, place(isFilled: true))),
  ]

  /// Returns the path of a file's URL in the prepared backend, for a file with contents or for one
  /// without.
  private static func place(isFilled: Bool) -> String {
    let state = prepared.backend.state
    for file in state.fileType.map({ state.records[$0.slot].documents() }) ?? [] {
      guard let key = file.document["url"]?.string.flatMap(FileStore.key(ofURL:)),
        let upload = state.files[key], (upload.bytes != nil) == isFilled
      else { continue }
      return FileStore.folder + key + (isFilled ? "" : "?signature=\(upload.signature)")
    }
    return ""
  }
}

extension Request {
  /// Returns an upload request without a token.
  static func upload(
    _ type: String, to target: String, _ bytes: [UInt8] = Array("bytes".utf8)
  ) -> Request {
    var request = GraphFixture.request(.put, target)
    request.headers[.contentType] = type
    request.body = bytes
    return request
  }
}
