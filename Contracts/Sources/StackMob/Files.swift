import GhostlightContracts
import GhostlightCore

/// Promises about binary fields, and about the file store to which their URLs lead.
enum Files {
  static let pact = Pact.stackMob {
    saving
    serving
    refusals
  }

  private static let schema = GivenState.schema(
    "photo", ["title": "string", "pic": "binary"])
  private static let file =
    "Content-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n"
    + "Content-Transfer-Encoding: base64\n\naGVsbG8="
  private static let anyURL = Example.regex(
    "^http://.+/photo/1/pic/a\\.txt$",
    "http://127.0.0.1:4401/_s3/ghostlight-development/photo/1/pic/a.txt")
  private static let stored: [GivenState] = [
    schema, .object("photo", ["photo_id": "1", "pic": .string(file)]),
  ]

  @InteractionBuilder private static var saving: [Interaction] {
    Interaction.step(
      "a file is stored and its field becomes a URL",
      [.protocolReference("A17"), .guide("Saving Binary Data")], given: [schema],
      .post("/photo", json: ["photo_id": "1", "pic": "\(file)"]),
      .status(201, json: .stored(["photo_id": "1", "pic": anyURL])), route: "Create")
    Interaction.step(
      "a file in an unknown field makes it a binary field",
      [
        .protocolReference("A17"), .protocolReference("A6.1"), .guide("Saving Binary Data"),
        .decision("D5"),
      ],
      .post("/photo", json: ["photo_id": "1", "pic": "\(file)"]),
      .status(201, json: .stored(["photo_id": "1", "pic": anyURL])), route: "Create")
    Interaction.step(
      "an update stores a file too", [.protocolReference("A17"), .guide("Saving Binary Data")],
      given: [schema, .object("photo", ["photo_id": "1", "title": "x"])],
      .put("/photo/1", json: ["pic": "\(file)"]),
      .status(200, json: .stored(["photo_id": "1", "title": "x", "pic": anyURL])),
      route: "Update")
    Interaction.step(
      "a URL that a client sends back is kept",
      [.protocolReference("A17"), .sdk("stackmob.js")], given: [schema],
      .post("/photo", json: ["photo_id": "1", "pic": "http://example.org/a.txt"]),
      .status(
        201, json: .stored(["photo_id": "1", "pic": "http://example.org/a.txt"])),
      route: "Create")
    Interaction.step(
      "a text field keeps what looks like a file",
      [.protocolReference("A17"), .suite("StackMobTests.java"), .decision("D5")], given: [schema],
      .post("/photo", json: ["photo_id": "1", "title": "\(file)"]),
      .status(201, json: .stored(["photo_id": "1", "title": "\(file)"])), route: "Create")
  }

  @InteractionBuilder private static var serving: [Interaction] {
    Interaction.step(
      "the URL of a file serves its bytes with its type",
      [.protocolReference("A17"), .guide("Binary Data")], given: stored,
      .get("/_s3/ghostlight-development/photo/1/pic/a.txt"),
      .status(200, headers: ["Content-Type": "text/plain"], text: "hello"), route: "File",
      whole: [])
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "the URL of no file is refused", [.protocolReference("A17")], given: stored,
      .get("/_s3/ghostlight-development/photo/1/pic/b.txt"), 404, "This file does not exist",
      fault: "missing file", route: "File")
    Interaction.refusal(
      "a file without its lines is refused", [.protocolReference("A17")], given: [schema],
      .post("/photo", json: ["pic": "Content-Type: text/plain\n\naGVsbG8="]), 400,
      "Field pic holds a malformed binary value", fault: "malformed file", route: "Create")
  }
}
