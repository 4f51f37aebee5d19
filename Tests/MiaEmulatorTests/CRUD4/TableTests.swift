import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Exports and imports of comma-separated values` {
  private static func export(_ target: String) -> Request {
    Request(.get, RequestTarget("/v2/" + target), headers: [.accept: "text/csv"])
  }

  @Test(arguments: [
    ("books/export?_p=isbn,title&_l=2", "_id,isbn,title\nb1,1,The old house\nb2,2,House\n"),
    ("books/export?_p=pages&_s=-pages&_l=1", "_id,pages\nb3,30\n"),
    ("books/export?_rawp=%7B%22_id%22%3A0%2C%22pages%22%3A1%7D&_l=1", "pages\n10\n"),
    ("books/export?_p=title&isbn=9", "_id,title\n"),
    (
      "books/export?_p=isbn&_l=1&_exportOpts=%7B%22delimiter%22%3A%22%3B%22%7D",
      "_id;isbn\nb1;1\n"
    ),
    ("books/export?_p=isbn&_l=1&_exportOpts=%7B%22header%22%3Afalse%7D", "b1,1\n"),
    (
      "plates/export?_p=name,price,tags,position,info&name=lid",
      "_id,name,price,position,tags,info\n\(MiaDefinitions.lid),lid,,\"[9.19,45.46]\","
        + "\"[\"\"a\"\",\"\"b\"\"]\",\"{\"\"k\"\":1}\"\n"
    ),
  ])
  func `an export has a line of names, and one line for each document`(
    _ target: String, _ expected: String
  ) throws {
    var project = try MiaProject.library()
    let response = project.send(Self.export(target))
    #expect(response.status == .ok)
    #expect(response.headers[.contentType] == "text/csv")
    #expect(response.text == expected)
  }

  @Test(arguments: [
    ("[]", "querystring/_exportOpts must be object", false),
    ("x", "querystring/_exportOpts must be object", false),
    (#"{"delimiter":";;"}"#, "querystring/_exportOpts/delimiter must be one character", false),
    (#"{"delimiter":"\n"}"#, "querystring/_exportOpts/delimiter must be one character", false),
    (#"{"header":1}"#, "querystring/_exportOpts/header must be boolean", false),
    (
      #"{"quote":"'"}"#,
      "querystring/_exportOpts must NOT have additional properties. Property \"quote\" is not "
        + "defined in validation schema", true
    ),
  ])
  func `invalid options of an export are refused`(
    _ options: String, _ message: String, _ isUnknown: Bool
  ) throws {
    var project = try MiaProject.library()
    let response = project.send(
      Self.export("books/export?_exportOpts=\(PercentEncoding.encode(options))"))
    #expect(response.status == .badRequest)
    #expect(response.json?["message"]?.string == message)
    #expect((response.json?["code"] == nil) == isUnknown)
  }

  @Test func `an export leaves out columns that the caller may not read`() throws {
    var project = try MiaProject.library()
    var request = Self.export("books/export?_l=1")
    request.headers[.aclReadColumns] = "isbn,pages"
    #expect(project.send(request).text == "_id,isbn,pages\nb1,1,10\n")
  }

  @Test(arguments: [
    ("isbn,title,pages\n7,Seven,70\n8,,80\n", #"{"isbn":"7","title":"Seven","pages":70}"#),
    ("isbn,title\r\n7,\"a, \"\"b\"\"\"\r\n", #"{"isbn":"7","title":"a, \"b\""}"#),
    ("\u{FEFF}isbn,title\n7,\"two\nlines\"", #"{"isbn":"7","title":"two\nlines"}"#),
  ])
  func `an import reads the lines by the names in the first one`(
    _ text: String, _ expected: String
  ) throws {
    var project = try MiaProject.library()
    let answer = project.send(MiaRouteRow.upload(.post, "/v2/books/import", text, type: "text/csv"))
    #expect(answer.text == #"{"message":"File uploaded successfully"}"#)
    let found = project.send(.init(.get, "/v2/books/?isbn=7&_p=isbn,title,pages"))
    var document = found.json?.array?.first?.object
    document?["_id"] = nil
    #expect(document.map { JSON.object($0).text() } == expected)
  }

  @Test(arguments: [
    ("a.csv", "isbn\n7\n"), ("a.json", #"[{"isbn":"7"}]"#), ("a.ndjson", #"{"isbn":"7"}"#),
    ("a", #"{"isbn":"7"}"#), ("A.CSV", "isbn\n7\n"),
  ])
  func `the name of a file without a content type determines its format`(
    _ name: String, _ text: String
  ) throws {
    var project = try MiaProject.library()
    var upload = MiaRouteRow.upload(
      .post, "/v2/books/import", text, type: "application/octet-stream")
    upload.body = Array(
      String(decoding: upload.body, as: UTF8.self).replacing("a.ndjson", with: name).utf8)
    #expect(project.send(upload).status == .created)
    #expect(project.run(.get, "/v2/books/count?isbn=7") == "200 1")
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
    let text = "name,tags,info,position,ok,born\npan,\"[\"\"x\"\"]\",{},\"[1,2]\",true,2020-01-02\n"
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

  @Test(arguments: [
    ("isbn\n\"7", "(index: 0) a quote is not closed"),
    ("isbn,title\n7\n", "(index: 0) the line has 1 cells, the first one 2"),
    ("isbn\n7\n8,9\n", "(index: 1) the line has 2 cells, the first one 1"),
    ("title\nx\n", "(index: 0) record must have required property 'isbn'"),
    ("isbn,pages\n7,many\n", "(index: 0) record/pages must be number"),
    (
      "isbn,zebra\n7,1\n",
      "(index: 0) record must NOT have additional properties. Property \"zebra\" is not defined in "
        + "validation schema"
    ),
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
