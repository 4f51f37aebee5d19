import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Files of BaaS 3` {
  @Test(arguments: [
    ("a.png", "png", "image/png"), ("a.jpg", "jpg", "image/jpeg"), ("a.JPEG", "JPEG", "image/jpeg"),
    ("a.gif", "gif", "image/gif"), ("a.pdf", "pdf", "application/pdf"),
    ("a.txt", "txt", "text/plain"),
    ("a.json", "json", "application/json"), ("a.mp4", "mp4", "video/mp4"),
    ("a.mp3", "mp3", "audio/mpeg"), ("a.b.zip", "zip", "application/zip"),
    ("a.unknown", "unknown", "application/octet-stream"), ("a", nil, "application/octet-stream"),
    ("a.", nil, "application/octet-stream"), ("a.b/c", nil, "application/octet-stream"),
    ("a.é", nil, "application/octet-stream"),
    ("a.extensionthatistoolong", nil, "application/octet-stream"),
    ("", nil, "application/octet-stream"),
  ])
  func `a file's extension sets its type`(_ name: String, _ suffix: String?, _ type: String) {
    #expect(FileKind(name).suffix == suffix)
    #expect(FileKind(name).contentType == type)
  }

  @Test func `an uploaded file keeps its own name and gets a stored name`() throws {
    var project = MiaProject()
    let stored = project.send(MiaProject.upload("/v3/files/my%20lake.png", "")).json?["id"]
    let item = try #require(project.send(Request(.get, "/files/")).json?[0])
    #expect(item["name"] == "my lake.png")
    #expect(item["file"] == stored)
    #expect(item["size"] == 0)
    #expect(project.send(MiaProject.upload("/files/my%20lake.png")).json?["id"] != stored)
  }

  @Test func `deleting the item of a file by either name deletes the file`() throws {
    for isByItem in [true, false] {
      var project = try MiaProject.gallery()
      let stored = project.storedName
      let id = project.ids("/files")
      #expect(
        project.send(Request(.get, RequestTarget("/files/\(stored)"))).json?["id"] == .string(id))
      let target = RequestTarget("/files/\(isByItem ? id : stored)")
      #expect(project.run(.delete, target) == #"200 {"count":1}"#)
      #expect(project.run(.get, "/files") == "200 []")
      let download = project.send(Request(.get, RequestTarget("/files/download/\(stored)")))
      #expect(download.status == .notFound)
    }
  }

  @Test func `deleting all items of files deletes all files`() throws {
    var project = try MiaProject.gallery()
    project.send(MiaProject.upload("/files/a.png"))
    #expect(project.run(.delete, "/files/empty") == #"200 {"count":2}"#)
    #expect(project.backend.state.baas.contents.count == 0)
  }

  @Test func `the item of a file keeps the fields that the server set`() throws {
    var project = try MiaProject.gallery()
    let id = project.ids("/files")
    let before = try #require(project.send(Request(.get, RequestTarget("/files/\(id)"))).json)
    let after = project.send(
      .json(
        .put, "/files/",
        ["id": .string(project.storedName), "location": "x", "file": "y", "size": 9, "note": "z"]))
    #expect(after.json?["note"] == "z")
    for field in ["id", "name", "file", "size", "location"] {
      #expect(after.json?[field] == before[field])
    }
    #expect(project.backend.state.baas.collections[BytewiseString("files")]?.documents.count == 1)
  }

  @Test func `an upload needs the secret and the permission of the access rules`() throws {
    var project = try MiaProject.gallery()
    var request = MiaProject.upload("/files/a.png")
    request.headers[.secret] = "nope"
    #expect(project.send(request).status == .unauthorized)
    request.headers[.secret] = "s3cr3t"
    try project.setUp(
      "access rules exist",
      ["collection": "files", "access": ["create": ["groups": ["users"]]]])
    #expect(
      project.send(request).text == #"{"statusCode":401,"status":401,"message":"Unauthorized"}"#)
    request.headers[.sid] = MiaProject.adaSID
    #expect(project.send(request).status == .ok)
    let creators = project.send(Request(.get, "/files")).json?.array?.map { $0["creatorId"] }
    #expect(creators == ["public", .string(project.id(of: "ada"))])
  }

  @Test(arguments: [
    ("multipart/form-data; boundary=b1", ""), ("multipart/form-data", "--b1--"),
    ("multipart/form-data; boundary=", "----"), ("multipart/form-data; boundary=b1", "--b1--"),
    ("multipart/form-data; boundary=b1", "--b1\r\n\r\nHello\r\n--b1--"),
    (
      "multipart/form-data; boundary=b1",
      "--b1\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nHello"
    ),
    (
      "multipart/form-data; boundary=b1",
      "--b1\r\nContent-Disposition: form-data; name=\"file\"\r\nHello\r\n--b1--"
    ),
    (
      "multipart/form-data; boundary=b2",
      "--b1\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nHello\r\n--b1--"
    ),
    (
      "multipart/form-data; boundary=b1",
      "--b1\r\nContent-Disposition: form-data\r\n\r\nHello\r\n--b1--"
    ),
    ("application/octet-stream", "Hello"), ("application/json", "{}"), ("", ""),
  ])
  func `an upload that is not a multipart file is refused`(_ type: String, _ body: String) throws {
    var project = try MiaProject.gallery()
    let before = project.fingerprint
    let request = Request(
      .post, "/files/a.png", headers: [.contentType: type], body: Array(body.utf8))
    let response = project.send(request)
    #expect(
      "\(response.status.code) \(response.text)"
        == MiaProject.refusal(400, "The part \"file\" is missing"))
    #expect(project.fingerprint == before)
  }
}
