import GhostlightContracts
import GhostlightCore

/// Promises about files: their objects, upload URLs, bytes, and the sizes of images.
enum Files {
  static let pact = Pact.egf2 {
    ordering
    refusedOrders
    uploading
    refusedUploads
    completing
    referring
    downloading
  }

  private static let code = Evidence.sdk("EGF2 file service, api.js")
  private static let resize = Evidence.sdk("EGF2 file service, resize.js")
  private static let guide = Evidence.guide("EGF2Graph Graph API Methods")
  private static let evidence = [Evidence.protocolReference("A12"), code, guide]
  private static let key = "/bucket/2017-3/6a1f0000-0000-4000-8000-000000000001"
  private static let base = "http://127.0.0.1:4403"

  /// Returns the provider state with a file of Mark; with `waiting`, its bytes are not uploaded
  /// yet.
  private static func file(
    waiting: Bool = false, _ parameters: JSONObject = [:]
  ) -> GivenState {
    .state(
      "file exists",
      parameters.with(["user": .string(World.markID), "waiting": .bool(waiting)]))
  }

  private static func order(
    _ what: String, _ query: KeyValuePairs<String, Example>
  ) -> PactRequest {
    PactRequest.get("/v1/new_\(what)", query: query).inSession()
  }

  private static func ordered(
    _ rules: KeyValuePairs<String, Example>, type: String = "image/jpeg"
  ) -> Example {
    let pattern = "^http://.+/bucket/[0-9]{4}-[0-9]{1,2}/[-0-9a-f]{36}"
    return whole(
      type, uploaded: false,
      at: [
        .init("url", .regex(pattern + "$", base + key)),
        .init("upload_url", .regex(pattern + "\\?signature=.+$", base + key + "?signature=s")),
      ], rules)
  }

  /// Returns an example for the object of Mark's file, with the URLs `addresses` and additional
  /// `rules`.
  private static func whole(
    _ type: String, uploaded: Bool, at addresses: [Example.Member],
    _ rules: KeyValuePairs<String, Example>
  ) -> Example {
    var members: [Example.Member] = [
      .init("object_type", "file"), .init("id", Sample.anyID("06")),
      .init("user", "\(World.markID)"), .init("mime_type", "\(type)"), .init("hosted", true),
      .init("standalone", true), .init("uploaded", .value(.bool(uploaded))),
    ]
    members += addresses
    members.append(.init("created_at", Sample.anyTime))
    members.append(.init("modified_at", Sample.anyTime))
    for (name, value) in rules { members.append(.init(name, value)) }
    return .object(members)
  }

  private static let sizes: JSON = [
    ["dimensions": ["height": 200, "width": 200]], ["dimensions": ["height": 300, "width": 400]],
  ]

  @InteractionBuilder private static var ordering: [Interaction] {
    for what in ["image", "file"] {
      Interaction.answers(
        "a new \(what) has a place for its bytes", evidence, given: World.marks,
        order(what, ["mime_type": "image/jpeg", "title": "Photo"]),
        ordered(["title": "Photo", "resizes": []]), route: "New \(what)")
    }
    for kind in ["avatar", "image"] {
      Interaction.answers(
        "a new image of the kind \(kind) has sizes", evidence, given: World.marks,
        order("image", ["kind": "\(kind)", "mime_type": "image/jpeg", "title": "Photo"]),
        ordered(["title": "Photo", "resizes": .value(sizes)]), route: "New image")
    }
    Interaction.answers(
      "an unknown kind has no sizes", evidence, given: World.marks,
      order("image", ["kind": "moon", "mime_type": "text/plain"]),
      ordered(["resizes": []], type: "text/plain"), route: "New image")
    Interaction.answers(
      "a size that is sent is ignored", [.protocolReference("A12"), .decision("ignored")],
      given: World.marks, order("file", ["mime_type": "text/plain", "size": "9"]),
      ordered(["resizes": []], type: "text/plain"), route: "New file")
  }

  @InteractionBuilder private static var refusedOrders: [Interaction] {
    for what in ["image", "file"] {
      Interaction.refusal(
        "a new \(what) has a type", evidence, given: World.marks, order(what, ["title": "x"]),
        400, "BadRequestError", "'mime_type' parameter requered", what: "no type",
        route: "New \(what)")
      Interaction.refusal(
        "only images have kinds, \(what) or not", evidence, given: World.marks,
        order(what, ["kind": "avatar", "mime_type": "text/plain", "title": "Photo"]), 400,
        "BadRequestError",
        "'mime_type' must be image type", what: "no image", route: "New \(what)")
    }
    Interaction.refusal(
      "a title may be too long", evidence, given: World.marks,
      order("file", ["mime_type": "a/b", "title": "\(String(repeating: "x", count: 257))"]), 400,
      "ObjectIsNotValid", "'title' must have length less than 256", what: "too long",
      route: "New file")
  }

  private static func upload(
    type: String = "image/jpeg", signature: Example? = nil, path: Example? = nil
  ) -> PactRequest {
    .request(
      "PUT", path ?? .fromState("${path}", "\(key)"),
      query: ["signature": signature ?? .fromState("${signature}", "s")],
      headers: ["Content-Type": "\(type)"], text: "bytes")
  }

  @InteractionBuilder private static var uploading: [Interaction] {
    Interaction.done(
      "bytes are accepted from any client that has the address",
      evidence + [.decision("own bucket")],
      given: [.object(World.mark), file(waiting: true)], upload(), route: "Upload")
    Interaction.done(
      "bytes may come again", [.protocolReference("A12"), .decision("own bucket")],
      given: [.object(World.mark), file()], upload(), route: "Upload")
  }

  @InteractionBuilder private static var refusedUploads: [Interaction] {
    let decision = [Evidence.protocolReference("A12"), .decision("403")]
    let given = [GivenState.object(World.mark), file(waiting: true)]
    Interaction.forbidden(
      "bytes have the announced type", decision, given: given, upload(type: "image/png"),
      route: "Upload")
    Interaction.forbidden(
      "bytes come with the signature", decision, given: given, upload(signature: "nope"),
      route: "Upload")
    Interaction.forbidden(
      "bytes of no file", decision, upload(signature: "s", path: "\(key)"), route: "Upload")
  }

  /// The first bytes of a GIF of three by two pixels, as Base64.
  private static let gif = "R0lGODlhAwACAA=="
  private static let done = PactRequest.put(
    .fromState("/v1/graph/${id}", "/v1/graph/\(World.fileID)"), json: ["uploaded": true]
  ).inSession()

  private static func completed(_ rules: KeyValuePairs<String, Example>) -> Example {
    whole(
      "image/gif", uploaded: true, at: [.init("url", .regex("^\(base)/bucket/.+$", base + key))],
      rules)
  }

  private static func sized(_ size: String, _ dimensions: Example) -> Example {
    [
      "dimensions": dimensions,
      "url": .regex("^\(base)/bucket/.+-\(size)$", "\(base)\(key)-\(size)"),
    ]
  }

  @InteractionBuilder private static var completing: [Interaction] {
    let read = PactRequest.get(.fromState("/v1/graph/${id}", "/v1/graph/\(World.fileID)"))
    Interaction.answers(
      "an image that is uploaded has its dimensions",
      [.protocolReference("A12"), resize, .decision("at once")],
      given: [.object(World.mark), file(["content": .string(gif), "mime_type": "image/gif"])],
      read, completed(["resizes": [], "dimensions": ["height": 2, "width": 3]]),
      route: "Get object")
    Interaction.answers(
      "an image of a kind that is uploaded has its sizes",
      [.protocolReference("A12"), resize, .decision("at once")],
      given: [
        .object(World.mark),
        file(["content": .string(gif), "mime_type": "image/gif", "kind": "avatar"]),
      ], read,
      completed([
        "dimensions": ["height": 2, "width": 3],
        "resizes": [
          sized("200x200", ["height": 200, "width": 200]),
          sized("400x300", ["height": 300, "width": 400]),
        ],
      ]), route: "Get object")
    Interaction.answers(
      "a file is marked as uploaded", evidence,
      given: World.marks + [file(waiting: true, ["mime_type": "image/gif"])], done,
      completed(["resizes": []]), route: "Update object")
    Interaction.forbidden(
      "another user's file is not marked as uploaded", evidence,
      given: World.annas + [file(waiting: true)], done, route: "Update object")
  }

  @InteractionBuilder private static var referring: [Interaction] {
    Interaction.answers(
      "a file without references is an object of its own", [.protocolReference("A12"), resize],
      given: [.object(World.mark), .object(World.file)], .object(World.fileID),
      World.file.example, route: "Get object")
  }

  @InteractionBuilder private static var downloading: [Interaction] {
    let given = [
      GivenState.object(World.mark),
      file(["content": "aGVsbG8=", "mime_type": "text/plain", "title": "a.txt"]),
    ]
    let path = Example.fromState("${path}", "\(key)")
    Interaction.step(
      "any client gets the bytes", [.protocolReference("A12"), .decision("own bucket")],
      given: given, .get(path),
      .status(200, headers: ["Content-Type": "text/plain"], text: "hello"), route: "Download",
      whole: [])
    Interaction.step(
      "a size has the same bytes", [.protocolReference("A12"), .decision("own bucket")],
      given: [
        .object(World.mark),
        file(["content": "aGVsbG8=", "mime_type": "image/x-text", "kind": "avatar"]),
      ], .get(.fromState("${path}-200x200", "\(key)-200x200")),
      .status(200, headers: ["Content-Type": "image/x-text"]), route: "Download", whole: [])
    Interaction.refusal(
      "bytes that are not there", [.protocolReference("A12"), .decision("404")],
      .get("\(key)"), 404, "ResourceNotFound", "\(key) does not exist", route: "Download")
  }
}
