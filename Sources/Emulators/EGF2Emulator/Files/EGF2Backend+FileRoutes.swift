import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The routes of the file service, and of the storage bucket that contains the files (A12).
extension EGF2Backend {
  static let fileRoutes: [Route<EGF2State>] = [
    .get("v1/new_image", "New image", newFile),
    .get("v1/new_file", "New file", newFile),
    .put("bucket/{key*}", "Upload", upload),
    .get("bucket/{key*}", "Download", download),
  ]

  /// Creates a file object, and a URL to which the client can upload the file's contents.
  private static func newFile(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let user = try Requester(call.request, state, moment).user()
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
        "user": "the id of the user who owns the file", "mime_type": "default `image/jpeg`",
        "title": "default none", "kind": "the kind of image, default none",
        "content": "the bytes in base64, default five bytes",
        "waiting": "boolean, default false: whether the file is not uploaded yet",
        "base": "the start of its addresses, default `http://127.0.0.1:4403`",
      ],
      results: [
        "id": "the file's id", "url": "the address of its bytes", "object": "the file",
        "path": "the path of this address", "signature": "the signature in `upload_url`",
      ]
    ) { parameters, state, moment throws(ProviderStateError) in
      try FileStates(parameters).file(&state, &moment)
    },
    ProviderState(
      "standalone files removed",
      parameters: [
        "hours": "whole number: the age of files to remove, default `standalone_ttl`"
      ], results: ["removed": "the number of removed files"]
    ) { parameters, state, moment throws(ProviderStateError) in
      try FileStates(parameters).removeStandalone(&state, &moment)
    },
  ]

  /// Stores the uploaded contents of a file.
  ///
  /// The URL contains a signature, so the client does not need a token.
  private static func upload(
    _ call: Call, _ state: inout EGF2State, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let key = call["key"]
    guard var upload = state.files[key] else {
      throw .accessForbidden.withReason("no file has this address", section: "A12")
    }
    guard call.query["signature"] == upload.signature else {
      throw .accessForbidden.withReason("the signature is not that of upload_url", section: "A12")
    }
    guard moment.milliseconds <= upload.end else {
      throw .accessForbidden.withReason(
        "upload_url was good for \(Upload.lifetimeSeconds) seconds", section: "A12")
    }
    guard call.request.value(of: .contentType) == upload.contentType else {
      throw .accessForbidden.withReason(
        "Content-Type must be \(upload.contentType)", section: "A12")
    }
    upload.bytes = call.request.body
    state.files[key] = upload
    return EGF2Envelope.empty
  }

  /// Returns the contents of a file to any client that knows the URL.
  private static func download(
    _ call: Call, _ state: EGF2State, _ moment: Moment
  ) throws(Fault) -> Response {
    guard let upload = state.files.upload(at: call["key"]), let bytes = upload.bytes else {
      throw .resourceNotFound.filled(["path": call.request.target.rawPath])
    }
    return Response(.ok, headers: [.contentType: upload.contentType], body: bytes)
  }
}

/// Sets up the provider states of files (A12).
struct FileStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  /// Creates a file of a user, including its contents.
  func file(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let user = try parameters.string("user")
    guard state.schema.type(ofID: user) === state.schema.user, state.record(user) != nil else {
      throw ProviderStateError("there is no user \"\(user)\"; use \"user exists\" first")
    }
    guard let bytes = Base64.decode(try parameters.string("content", default: "Ynl0ZXM=")) else {
      throw ProviderStateError("the parameter \"content\" must be base64")
    }
    let order = FileOrder(
      contentType: try parameters.string("mime_type", default: "image/jpeg"),
      title: try parameters.optionalString("title"), kind: try parameters.optionalString("kind"),
      base: try parameters.string("base", default: "http://127.0.0.1:4403"))
    let isWaiting = try parameters.flag("waiting")
    do throws(Fault) {
      let file = try state.makeFile(order, by: user, &moment, within: .unlimited)
      let id = file["id"]?.string ?? ""
      let key = file["url"]?.string.flatMap(FileStore.key(ofURL:)) ?? ""
      var stored = state.record(id) ?? [:]
      if !isWaiting {
        state.files[key]?.bytes = bytes
        stored = try state.update(
          id, with: ["uploaded": true], by: user, &moment, within: .unlimited)
      }
      return [
        "id": .string(id), "url": stored["url"] ?? .null, "object": .object(stored),
        "path": .string(FileStore.folder + key),
        "signature": .string(state.files[key]?.signature ?? ""),
      ]
    } catch { throw ProviderStateError("the file is refused: \(error.message)") }
  }

  /// Removes files that no object has referred to for the configured number of hours.
  func removeStandalone(
    _ state: inout EGF2State, _ moment: inout Moment
  ) throws(ProviderStateError) -> JSONObject {
    let hours = try parameters.integer(
      "hours", 0...1_000_000, default: Int64(state.configuration.standaloneHours))
    guard let type = state.fileType else { return ["removed": 0] }
    let end = moment.milliseconds - hours * 3_600_000
    let old = state.records[type.slot].documents().filter { found in
      let created = found.document["created_at"]?.string.flatMap(ISODate.milliseconds)
      return found.document["standalone"] == true && found.document["deleted_at"] == nil
        && (created ?? .max) <= end
    }
    for found in old { state.removeFile(found.key, &moment) }
    return ["removed": .integer(Int64(old.count))]
  }
}
