import GhostlightContracts
import GhostlightCore

/// Promises about first-generation files, which consist of bytes and an item.
enum Files {
  static let pact = Pact.mia {
    uploading
    reading
    downloading
    deleting
    refusals
  }

  private static let android = Evidence.sdk("Android core aar")
  private static let guide = Evidence.guide("mkCollectionFile")
  private static let stored = [GivenState.state("file exists", ["name": "a.txt", "text": "hello"])]
  private static let sampleName = "0c1f6f2e-6a52-4b0e-9d2e-5e1a3f3a9b11"

  private static func name(_ suffix: String) -> Example {
    .regex(
      "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}" + (suffix.isEmpty ? "$" : "\\\(suffix)$"),
      sampleName + suffix)
  }

  private static func uploads(_ name: String, as suffix: String, _ evidence: Evidence...)
    -> Interaction
  {
    Interaction.step(
      "\(name) is stored under a name of its own",
      [.protocolReference("B7"), .decision("E13"), android, guide] + evidence,
      .upload("/files/\(name)", name: name, type: "application/octet-stream", "hello"),
      .status(
        200, headers: ["Content-Type": "application/json"], json: ["id": Self.name(suffix)]),
      route: "Upload a file")
  }

  @InteractionBuilder private static var uploading: [Interaction] {
    uploads("picture.png", as: ".png", .protocolReference("B12"))
    uploads("notes.tar.GZ", as: ".GZ")
    uploads("plain", as: "")
  }

  private static let item: Example = [
    "id": Sample.anyUUID, "name": "a.txt", "file": name(".txt"), "size": 5,
    "location": .regex(
      "^http://.+/files/download/[-0-9a-f]{36}\\.txt$",
      "http://127.0.0.1:4402/files/download/\(sampleName).txt"),
    "creatorId": "public", "updaterId": "public", "createdAt": Sample.anyDate,
    "updatedAt": Sample.anyDate, "sync": 0, "trash": 0,
  ]

  @InteractionBuilder private static var reading: [Interaction] {
    Interaction.step(
      "a file has an item with its path",
      [.protocolReference("B7"), android, .documentation("iOS example chat")], given: stored,
      .get(
        "/files/",
        query: [
          "mongoQuery": .fromState(
            #"{"file":"${file}"}"#, .value(.string(#"{"file":"\#(sampleName).txt"}"#)))
        ]), .status(200, headers: ["Content-Type": "application/json"], json: [item]),
      route: "List items", whole: ["$[*]"])
    Interaction.step(
      "a file's item keeps the server's fields",
      [.protocolReference("B7"), .decision("server fields")],
      given: stored,
      .put(
        .fromState("/files/${id}", .value(.string("/files/" + sampleName))),
        json: ["name": "a.txt", "size": 99, "file": "x"]), .status(200, json: item),
      route: "Update an item by path")
  }

  @InteractionBuilder private static var downloading: [Interaction] {
    let path = Example.fromState(
      "/files/download/${file}", .value(.string("/files/download/\(sampleName).txt")))
    Interaction.step(
      "any client that has the path of a file gets its bytes with their type",
      [.protocolReference("B7"), android, .decision("E14"), guide], given: stored,
      .get(path, headers: ["secret": "nope"]),
      .status(200, headers: ["Content-Type": "text/plain"], text: "hello"),
      route: "Download a file", whole: [])
    Interaction.refusedItem(
      "a file that is not there is not found", [.protocolReference("B7"), .decision("404")],
      .get("/files/download/\(sampleName).txt"), 404, "Resource not found", fault: "not found",
      route: "Download a file")
  }

  @InteractionBuilder private static var deleting: [Interaction] {
    for name in ["file", "id"] {
      Interaction.step(
        "a file is deleted by its \(name == "file" ? "stored name" : "item's id")",
        [.protocolReference("B7"), .decision("both work")], given: stored,
        .delete(.fromState("/files/${\(name)}", .value(.string("/files/" + sampleName)))),
        .status(200, json: ["count": 1]), route: "Delete an item by path")
    }
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    let evidence: [Evidence] = [.protocolReference("B7"), .decision("the words")]
    let missing = "The part \"file\" is missing"
    Interaction.refusedItem(
      "an upload has a part named file", evidence,
      .upload("/files/a.txt", part: "picture", type: "text/plain", "hello"), 400, missing,
      fault: "no file", route: "Upload a file")
    Interaction.refusedItem(
      "an upload is a form", evidence,
      .request("POST", "/files/a.txt", headers: ["Content-Type": "text/plain"], text: "hello"),
      400, missing, fault: "no file", route: "Upload a file")
    Interaction.refusedItem(
      "an upload with a damaged form is refused", evidence,
      .request(
        "POST", "/files/a.txt", headers: ["Content-Type": "multipart/form-data; boundary=b1"],
        text: "--b1\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nhello"), 400, missing,
      fault: "no file", route: "Upload a file")
    Interaction.refusedItem(
      "an item without a file is refused", evidence, .post("/files/", json: ["name": "a.txt"]), 400,
      missing, fault: "no file", route: "Create or update an item")
    Interaction.refusedItem(
      "an upload needs the secret", [.protocolReference("B7")],
      PactRequest.upload("/files/a.txt", type: "text/plain", "hello").headers(["secret": "nope"]),
      401, "Unauthorized, use secret", fault: "wrong secret")
  }
}
