import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Uploads and downloads (B7).
extension MiaBackend {
  /// One part named `file`; the name is the path's, not the part's.
  static func uploadFile(
    _ call: Call, _ state: inout MiaState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    _ = try state.scope(of: .create, in: BaaSState.filesName, call)
    guard let parts = try MultipartBody.parts(of: call.request, within: call.budget) else {
      throw .baasNoFile.because("the body is no multipart/form-data, or a damaged one")
    }
    guard let part = parts.first(where: { $0.name == "file" }) else {
      throw .baasNoFile.because("the parts are: \(parts.map(\.name).joined(separator: ", "))")
    }
    let file = StoredFile(name: call["name"], content: part.content)
    let item = file.store(in: &state, root: call.request.linkBase, by: call.userID, &moment)
    return BaaSEnvelope.json(["id": item["file"] ?? .null])
  }

  /// For anybody who knows the location.
  static func downloadFile(
    _ call: Call, _ state: MiaState, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let content = state.baas.contents[call["name"]] else { throw .baasNotFound }
    let type = FileKind(call["name"]).contentType
    return Response(.ok, headers: [.contentType: type], body: content)
  }
}
