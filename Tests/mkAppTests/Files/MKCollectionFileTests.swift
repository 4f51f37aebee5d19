import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `MKCollectionFile objects` {
  static let stored = Response.json(
    .ok,
    [
      [
        "id": "i1", "name": "pic ture.png", "file": "0c1f.png", "size": 3,
        "location": "http://files.example.com/download/0c1f.png?x=1",
      ]
    ])

  @Test func `a saved file is uploaded, then its item is read`() async throws {
    let uploaded = Response.json(.ok, ["id": "0c1f.png"])
    let app = TestApp(uploaded, Self.stored, uploaded, Self.stored)
    try await app.run {
      let file = MKCollectionFile(name: "pic ture.png", data: Data("PNG".utf8))
      try await file.save()
      #expect(file.collectionId == "0c1f.png" && file.name == "pic ture.png")
      #expect(file.location == "http://files.example.com/download/0c1f.png?x=1")
      #expect(file.data == Data("PNG".utf8))
      try await file.save()
    }
    let upload = [
      "POST /files/pic ture.png --mkApp-b1",
      #"Content-Disposition: form-data; name="file"; filename="pic ture.png""#,
      "Content-Type: image/png", "", "PNG", "--mkApp-b1--", "",
    ].joined(separator: "\r\n")
    #expect(
      app.service.lines.prefix(3) == [upload, #"GET /files/?{"file":"0c1f.png"}"#, upload])
    let fields = app.service.requests.first?.headers
    #expect(fields?[.contentType] == "multipart/form-data; boundary=mkApp-b1")
    #expect(app.service.requests.first?.target.raw == "/files/pic%20ture.png")
  }

  @Test(
    arguments: [
      ("a.png", "image/png"), ("a.JPG", "image/jpeg"), ("a.tar.pdf", "application/pdf"),
      ("a", "application/octet-stream"), ("a.xyz", "application/octet-stream"),
      ("png", "application/octet-stream"),
    ])
  func `a file has the media type of its extension`(_ name: String, _ type: String) async throws {
    let app = TestApp(.json(.ok, ["id": "x"]), Self.stored)
    try await app.run {
      try await MKCollectionFile(name: name, data: Data([1])).save()
    }
    #expect(app.service.lines.first?.contains("Content-Type: \(type)\r\n") == true)
  }

  @Test(
    arguments: [
      ("a.png", nil, .nullFileSize), ("a.png", Data(), .nullFileSize),
      ("", Data([1]), .nullFileName),
    ] as [(String, Data?, MKError.Code)])
  func `an upload needs a name and bytes`(_ name: String, _ data: Data?, _ code: MKError.Code) {
    let app = TestApp()
    app.run {
      let file = MKCollectionFile(name: name, data: data)
      let error = #expect(throws: MKError.self) { try file.save() }
      #expect(error?.code == code)
    }
    #expect(app.service.requests.isEmpty)
  }

  @Test func `a file with a known id is read and downloaded without the secret`() throws {
    let app = TestApp(Self.stored, Response(.ok, body: Array("PNG".utf8)))
    try app.run {
      let file = MKCollectionFile.file(withId: "0c1f.png")
      let loaded = try file.loadData()
      #expect(loaded == Data("PNG".utf8))
      #expect(file.data == Data("PNG".utf8) && file.name == "pic ture.png")
    }
    #expect(
      app.service.lines == [#"GET /files/?{"file":"0c1f.png"}"#, "GET /download/0c1f.png?x=1"])
    #expect(app.service.requests.last?.head == "http://files.example.com\n")
  }

  @Test func `a file without location cannot be downloaded`() async throws {
    let app = TestApp(.json(.ok, []))
    typealias Values = (Bool, Data?, MKError.Code?)
    let unsaved: Values = try await app.awaitCallback { resume in
      MKCollectionFile(name: "a.png", data: nil).loadDataInBackground {
        resume(($0, $1, ($2 as? MKError)?.code))
      }
    }
    #expect(unsaved == (false, nil, .nullFileUrl))
    let unknown: Values = try await app.awaitCallback { resume in
      MKCollectionFile.file(withId: "x").loadDataInBackground {
        resume(($0, $1, ($2 as? MKError)?.code))
      }
    }
    #expect(unknown == (false, nil, .unknownFileName))
  }

  @Test func `a file is deleted by its id`() throws {
    let app = TestApp(.json(.ok, ["count": 1]))
    try app.run {
      let file = MKCollectionFile.file(withId: "0c1f.png")
      try file.delete()
      #expect(file.collectionId == nil)
    }
    #expect(app.service.lines == ["DELETE /files/0c1f.png"])
  }
}
