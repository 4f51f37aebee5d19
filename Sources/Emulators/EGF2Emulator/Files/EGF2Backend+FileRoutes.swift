import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The file service, and the bucket that it puts files in (A12).
extension EGF2Backend {
  static let fileRoutes: [Route<EGF2State>] = [
    .get("v1/new_image", "New image", newFile),
    .get("v1/new_file", "New file", newFile),
    .put("bucket/{key*}", "Upload", upload),
    .get("bucket/{key*}", "Download", download),
  ]

  /// Makes a file object and an address to put its bytes at.
  static func newFile(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let user = try Visitor(call.request, state, moment).user()
    let query = call.query
    guard let type = query["mime_type"] else { throw .mimeTypeMissing }
    let order = FileOrder(
      contentType: type, title: query["title"], kind: query["kind"],
      base: call.request.linkBase)
    return EGF2Envelope.json(try state.makeFile(order, by: user, &moment, within: call.budget))
  }

  static let fileStates: [ProviderState<EGF2State>] = [
    ProviderState(
      "file exists",
      parameters: [
        "user": "the id of the user whose it is", "mime_type": "`image/jpeg` unless given",
        "title": "none unless given", "kind": "the kind of image; none unless given",
        "content": "the bytes in base64; five of them unless given",
        "waiting": "boolean: whether the bytes are still to come; not unless given",
        "base": "what its addresses begin with; `http://127.0.0.1:4403` unless given",
      ],
      results: [
        "id": "the file's id", "url": "where its bytes are", "object": "the file",
        "path": "the path of that", "signature": "what `upload_url` has beside it",
      ]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try FileStates(parameters).file(&state, &moment)
    },
    ProviderState(
      "standalone files removed",
      parameters: [
        "hours": "whole number: the age from which they go; `standalone_ttl` unless given"
      ], results: ["removed": "how many files there were"]
    ) { parameters, state, moment throws(ProviderStateProblem) in
      try FileStates(parameters).removeStandalone(&state, &moment)
    },
  ]

  /// Takes the bytes of a file, from whoever knows the address.
  static func upload(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let key = call["key"]
    guard var upload = state.files[key] else {
      throw .accessForbidden.because("no file has this address")
    }
    guard call.query["signature"] == upload.signature else {
      throw .accessForbidden.because("the signature is not that of upload_url")
    }
    guard moment.milliseconds <= upload.end else {
      throw .accessForbidden.because(
        "upload_url was good for \(Upload.lifetimeSeconds) seconds")
    }
    guard call.request.headers.value(of: .contentType) == upload.contentType else {
      throw .accessForbidden.because("Content-Type must be \(upload.contentType)")
    }
    upload.bytes = call.request.body
    state.files[key] = upload
    return EGF2Envelope.empty
  }

  /// Gives the bytes of a file to anybody.
  static func download(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let upload = state.files.upload(at: call["key"]), let bytes = upload.bytes else {
      throw .resourceNotFound.filled(["path": call.request.target.rawPath])
    }
    return Response(.ok, headers: [.contentType: upload.contentType], body: bytes)
  }
}
