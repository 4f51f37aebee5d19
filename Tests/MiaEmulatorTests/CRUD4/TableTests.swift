import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Exports and imports of comma-separated values` {
  private static func export(_ target: String) -> Request {
    Request(.get, RequestTarget("/v2/" + target), headers: [.accept: "text/csv"])
  }

  /// Test of the service: tests/httpInterface.getExport.test.js, *EXPORT csv*, of version 7.2.5
  /// (commit bd42789).
  @Test(arguments: [
    (
      "books/export?_p=isbn,title&_l=2",
      "\"_id\",\"isbn\",\"title\"\n\"b1\",\"1\",\"The old house\"\n\"b2\",\"2\",\"House\"\n"
    ),
    (
      "books/export?_p=title,isbn,_id&isbn=2",
      "\"title\",\"isbn\",\"_id\"\n\"House\",\"2\",\"b2\"\n"
    ),
    ("books/export?_p=pages&_s=-pages&_l=1", "\"_id\",\"pages\"\n\"b3\",30\n"),
    ("books/export?_rawp=%7B%22_id%22%3A0%2C%22pages%22%3A1%7D&_l=1", "\"pages\"\n10\n"),
    ("books/export?_rawp=%7B%22pages%22%3A0%7D&_l=1", "\"_id\"\n\"b1\"\n"),
    ("books/export?_p=title&isbn=9", "\"_id\",\"title\"\n"),
    ("books/export?_p=nope&_l=1", "\"_id\",\"nope\"\n\"b1\",\n"),
    (
      "books/export?_p=isbn&_l=1&_exportOpts=%7B%22delimiter%22%3A%22%3B%22%7D",
      "\"_id\";\"isbn\"\n\"b1\";\"1\"\n"
    ),
    (
      "books/export?_p=isbn&_l=1&_exportOpts=%7B%22header%22%3Afalse,%22quoted_string%22:false%7D",
      "b1,1\n"
    ),
    (
      "books/export?_p=isbn&_l=1&_exportOpts=%7B%22quote%22:%22'%22,%22record_delimiter%22:"
        + "%22windows%22%7D", "'_id','isbn'\r\n'b1','1'\r\n"
    ),
    (
      "plates/export?_p=name,price,tags,position,info&name=lid",
      "\"_id\",\"name\",\"price\",\"tags\",\"position\",\"info\"\n\"\(MiaDefinitions.lid)\",\"lid\",,"
        + "\"[\"\"a\"\",\"\"b\"\"]\",\"[9.19,45.46]\",\"{\"\"k\"\":1}\"\n"
    ),
    (
      "plates/export?_p=position,info&name=lid&_exportOpts=%7B%22delimiter%22:%22;%22%7D",
      "\"_id\";\"position\";\"info\"\n\"\(MiaDefinitions.lid)\";[9.19,45.46];\"{\"\"k\"\":1}\"\n"
    ),
    (
      "plates/export?_p=meta.n,parts.name&name=lid",
      "\"_id\",\"meta.n\",\"parts.name\"\n\"\(MiaDefinitions.lid)\",1,\n"
    ),
  ])
  func `an export has a line of names, and one line for each document`(
    _ target: String, _ expected: String
  ) throws {
    var project = try MiaProject.library(MiaProject.seven)
    let response = project.send(Self.export(target))
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == "text/csv")
    #expect(response.text == expected)
  }

  /// Test of the service: tests/httpInterface.getExport.test.js, *EXPORT csv*, of version 6.10.4
  /// (commit d700d7b).
  @Test(arguments: [
    (
      "books/export?_p=title,isbn&_l=2", "_id,isbn,title\nb1,1,The old house\nb2,2,House\n"
    ),
    ("books/export?_p=pages&_s=-pages&_l=1", "_id,pages\nb3,30\n"),
    ("books/export?_rawp=%7B%22_id%22%3A0%2C%22pages%22%3A1%7D&_l=1", "pages,_id\n10,\n"),
    ("books/export?_p=title&isbn=9", ""),
    (
      "plates/export?_p=name,price,tags,position,info&name=lid",
      "_id,name,position,tags,info\n\(MiaDefinitions.lid),lid,"
        + #""[9.19,45.46]","[\"a\",\"b\"]","{\"k\":1}""# + "\n"
    ),
    // Escapes are doubled in texts with a delimiter.
    ("books/export?_p=title&isbn=8", "_id,title\nb8,a\\\\,b\n"),
  ])
  func `version 6 has the columns of the first document, and texts without quotes`(
    _ target: String, _ expected: String
  ) throws {
    var project = try MiaProject.library()
    let book: JSON = ["_id": "b8", "isbn": "8", "title": "a\\,b"]
    try project.setUp("document exists", ["collection": "books", "document": book])
    #expect(project.send(Self.export(target)).text == expected)
  }

  @Test func `true is 1 in a table, and false and empty texts differ`() throws {
    var project = try MiaProject.library(MiaProject.seven)
    for (name, isOK) in [("x", true), ("y", false)] {
      project.run(.post, "/v2/plates/", ["name": .string(name), "ok": .bool(isOK), "kind": ""])
    }
    #expect(
      project.send(Self.export("plates/export?_p=name,ok,kind,age&kind=")).text.split(
        separator: "\n"
      )
      .map { $0.drop { $0 != "," } } == [
        ",\"name\",\"ok\",\"kind\",\"age\"", ",\"x\",1,\"\",", ",\"y\",,\"\",",
      ])
  }

  /// Test of the service: tests/acceptHeaderParser.test.js of version 7.2.5 (commit bd42789).
  @Test(arguments: [
    ("text/csv;q=0.7, application/x-ndjson, */*", "application/x-ndjson"),
    ("text/csv;q=0.7,application/json;q=0.8", "application/json"), ("*/*", "application/x-ndjson"),
    ("", "application/x-ndjson"),
    ("application/json;q=0.5;v=1, text/csv;q=0.5", "application/json"),
  ])
  func `the accepted type with the greatest weight determines the format`(
    _ accept: String, _ type: String
  ) throws {
    var project = try MiaProject.library()
    let response = project.send(
      Request(.get, "/v2/books/export", headers: [.accept: accept]))
    #expect(response.headers[.contentType] == type)
  }

  /// The service exports the two types of Excel too, and the emulator refuses them in the same way.
  ///
  /// - Source: crud-service 7.2.5 (commit bd42789), tests/httpInterface.getExport.test.js for
  ///   `image/jpeg`, and lib/mimeTypeTransform.js.
  @Test(arguments: [
    ("image/jpeg", "image/jpeg"), ("text/*", "text/*"),
    ("application/vnd.ms-excel", "application/vnd.ms-excel"),
    (
      "text/csv;q=0.1, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    ),
  ])
  func `another accepted type is refused by name`(_ accept: String, _ name: String) throws {
    var project = try MiaProject.library()
    let response = project.send(
      Request(.get, "/v2/books/export", headers: [.accept: accept]))
    #expect(
      "\(response.status.code) \(response.text)"
        == #"406 {"statusCode":406,"error":"Not Acceptable","#
        + #""message":"unsupported file type \#(name)"}"#)
  }

  @Test func `options of an export that are not valid JSON are the service's error`() throws {
    var project = try MiaProject.library(MiaProject.seven)
    #expect(project.send(Self.export("books/export?_exportOpts=x")).status == .internalServerError)
    #expect(project.run(.get, "/v2/books/export?_exportOpts=x&isbn=9") == "200 ")
  }

  @Test func `an export leaves out columns that the caller may not read`() throws {
    var project = try MiaProject.library(MiaProject.seven)
    var request = Self.export("books/export?_l=1")
    request.headers[.aclReadColumns] = "isbn,pages"
    #expect(project.send(request).text == "\"_id\",\"isbn\",\"pages\"\n\"b1\",\"1\",10\n")
  }

  /// - Source: crud-service 7.2.5 (commit bd42789), lib/transformers/csv.js: the escape is a backslash.
  @Test(arguments: [
    ("isbn,title,pages\n7,Seven,70\n8,,80\n", #"{"isbn":"7","title":"Seven","pages":70}"#),
    ("isbn,title\r\n7,\"a, \\\"b\\\"\"\r\n", #"{"isbn":"7","title":"a, \"b\""}"#),
    ("isbn,title\n\"7\",\"c\\\\d\"\n", #"{"isbn":"7","title":"c\\d"}"#),
    ("\u{FEFF}isbn,title\n7,\"two\nlines\"", #"{"isbn":"7","title":"two\nlines"}"#),
  ])
  func `an import reads the lines by the names in the first one`(
    _ text: String, _ expected: String
  ) throws {
    var project = try MiaProject.library(MiaProject.seven)
    let answer = project.send(MiaRouteRow.upload(.post, "/v2/books/import", text, type: "text/csv"))
    #expect(answer.text == #"{"message":"File uploaded successfully"}"#)
    let found = project.send(.init(.get, "/v2/books/?isbn=7&_p=isbn,title,pages"))
    var document = found.json?.array?.first?.object
    document?["_id"] = nil
    #expect(document.map { JSON.object($0).text() } == expected)
  }

  /// Test of the service: tests/httpInterface.postImport.test.js, *should return error on invalid
  /// options*, of version 7.2.5 (commit bd42789).
  @Test(arguments: [
    ("zebra", "1", #"400 {"statusCode":400,"error":"Bad Request","message":"Invalid options"}"#),
    (
      "encoding", "ansi",
      #"400 {"statusCode":400,"error":"Bad Request","message":"Invalid options"}"#
    ),
    ("delimiter", "", #"400 {"statusCode":400,"error":"Bad Request","message":"Invalid options"}"#),
    ("encoding", "utf8", #"201 {"message":"File uploaded successfully"}"#),
    ("escape", "\"", #"201 {"message":"File uploaded successfully"}"#),
  ])
  func `options before the file are checked`(
    _ name: String, _ value: String, _ expected: String
  ) throws {
    var project = try MiaProject.library()
    var upload = MiaRouteRow.upload(.post, "/v2/books/import", "isbn\n7\n", type: "text/csv")
    let part = "--cut\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    upload.body = Array(part.utf8) + upload.body
    let response = project.send(upload)
    #expect("\(response.status.code) \(response.text)" == expected)
  }

  /// Test of the service: tests/httpInterface.patchImport.test.js, *should not duplicate when the same
  /// records witout _id are imported*, of version 7.2.5 (commit bd42789).
  @Test func `a change without an id changes the equal document, or inserts one`() throws {
    var project = try MiaProject.library()
    let text = #"[{"isbn":"7","title":"Seven"}]"#
    for _ in 0..<2 {
      project.send(
        MiaRouteRow.upload(.patch, "/v2/books/import", text, type: "application/json"))
      #expect(project.run(.get, "/v2/books/count?isbn=7") == "200 1")
    }
  }

  /// Test of the service: tests/httpInterface.patchImport.test.js, *should update the state of a deleted
  /// document*, of version 7.2.5 (commit bd42789).
  @Test func `an imported change without a state resets the state`() throws {
    var project = try MiaProject.library()
    project.run(.post, "/v2/books/b1/state", ["stateTo": "TRASH"])
    let text = #"[{"_id":"b1","isbn":"1"}]"#
    project.send(MiaRouteRow.upload(.patch, "/v2/books/import", text, type: "application/json"))
    #expect(project.run(.get, "/v2/books/count?_id=b1") == "200 1")
  }

  @Test func `a part of the upload sets the delimiter of an import`() throws {
    var project = try MiaProject.library()
    var upload = MiaRouteRow.upload(
      .post, "/v2/books/import", "isbn;title\n7;a,b\n", type: "text/csv")
    let part = "--cut\r\nContent-Disposition: form-data; name=\"delimiter\"\r\n\r\n;\r\n"
    upload.body = Array(part.utf8) + upload.body
    #expect(project.send(upload).status == .created)
    #expect(project.run(.get, "/v2/books/count?title=a,b") == "200 1")
  }

  @Test func `cells with arrays, objects and points contain JSON`() throws {
    var project = try MiaProject.library()
    let text =
      "name,tags,info,position,ok,born\npan,\"[\\\"x\\\"]\",{},\"[1,2]\",true,2020-01-02\n"
    project.send(MiaRouteRow.upload(.post, "/v2/plates/import", text, type: "text/csv"))
    let found = project.send(
      .init(.get, "/v2/plates/?name=pan&_p=name,tags,info,position,ok,born"))
    var document = found.json?.array?.first?.object
    document?["_id"] = nil
    #expect(
      document.map { JSON.object($0).text() } == #"{"name":"pan","tags":["x"],"info":{},"#
        + #""position":[1,2],"ok":true,"born":"2020-01-02T00:00:00.000Z"}"#)
  }

  @Test func `an export can be edited and imported as changes`() throws {
    var project = try MiaProject.library()
    let export = project.send(Self.export("books/export?_p=isbn,title,pages")).text
    let changed = export.replacing("House", with: "Home")
    project.send(MiaRouteRow.upload(.patch, "/v2/books/import", changed, type: "text/csv"))
    #expect(
      project.send(Self.export("books/export?_p=isbn,title,pages")).text == changed)
  }

  /// - Source: crud-service 7.2.5 (commit bd42789), lib/httpInterface.js for the form, and
  ///   tests/httpInterface.postImport.test.js, *should return the correct error if a row is invalid*;
  ///   assumption: the words for quotes and numbers of cells, which are those of csv-parse there.
  @Test(arguments: [
    ("isbn\n\"7", "(index: 0) a quote is not closed"),
    ("isbn,title\n7\n", "(index: 0) the line has 1 cells, the first one 2"),
    ("isbn\n7\n8,9\n", "(index: 1) the line has 2 cells, the first one 1"),
    ("title\nx\n", "(index: 0) must have required property 'isbn'"),
    ("isbn,pages\n7,many\n", "(index: 0, /pages) must be number"),
    ("isbn,pages\n7,\n", "(index: 0, /pages) must be number"),
  ])
  func `a damaged table is refused as a whole`(_ text: String, _ message: String) throws {
    var project = try MiaProject.library()
    let before = project.fingerprint
    let answer = project.send(MiaRouteRow.upload(.post, "/v2/books/import", text, type: "text/csv"))
    #expect(answer.status == .badRequest)
    #expect(answer.json?["message"]?.string == message)
    #expect(project.fingerprint == before)
  }
}
