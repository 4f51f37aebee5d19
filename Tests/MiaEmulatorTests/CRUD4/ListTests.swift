import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Lists of the CRUD service` {
  @Test(arguments: MiaListRow.lists)
  func `a list contains the documents that its parameters select`(_ row: MiaListRow) throws {
    var project = try MiaProject.library()
    let response = project.send(.init(.get, RequestTarget("/v2/" + row.target)))
    let found =
      response.json?.array?.map { $0["name"]?.string ?? $0["_id"]?.string ?? "?" }
      .joined(separator: " ")
    #expect(
      found ?? "\(response.status.code) \(response.json?["message"]?.string ?? "")" == row.expected)
  }

  /// - Source: crud-service 7.2.5 (commit bd42789), lib/projectionUtils.js, `getProjection` and
  ///   `removeAclColumnsFromRawProjection`.
  @Test(arguments: [
    ("?_p=name", [], #"{"_id":"*","name":"lid"}"#),
    ("?_p=nope", [], #"{"_id":"*"}"#),
    ("?_p=info.k,age", [], #"{"_id":"*","age":5,"info":{"k":1}}"#),
    ("?_p=info.z", [], #"{"_id":"*","info":{}}"#),
    ("?_p=parts.size", [], #"{"_id":"*","parts":[{"size":1},{"size":2}]}"#),
    ("?_p=position", [], #"{"_id":"*","position":[9.19,45.46]}"#),
    (
      "?_p=parts.$&_q=%7B%22parts.name%22%3A%22rim%22%7D", [],
      #"{"_id":"*","parts":[{"name":"rim","size":2}]}"#
    ),
    ("", ["name", "age"], #"{"_id":"*","name":"lid","age":5}"#),
    ("?_p=name,kind", ["name", "age"], #"{"_id":"*","name":"lid"}"#),
    ("?_p=kind", ["name"], #"{"_id":"*"}"#), ("?_p=info.k", ["info"], #"{"_id":"*"}"#),
    ("?_rawp=%7B%22name%22%3A1%7D", [], #"{"_id":"*","name":"lid"}"#),
    ("?_rawp=%7B%22name%22%3A1%7D", ["age"], #"{"_id":"*"}"#),
    ("?_rawp=%7B%22parts%22%3A0%7D", ["age", "kind"], #"{"_id":"*"}"#),
  ])
  func `a list has the requested fields`(_ query: String, _ columns: [String], _ expected: String)
    throws
  {
    var project = try MiaProject.library()
    let headers: HTTPFields =
      columns.isEmpty ? [:] : [.aclReadColumns: columns.joined(separator: ",")]
    let target = RequestTarget("/v2/plates/\(MiaDefinitions.lid)\(query)")
    #expect(
      project.run(.get, target, nil, headers)
        == "200 " + expected.replacing("*", with: MiaDefinitions.lid))
  }

  @Test func `a list has 25 documents by default, and an export has all`() throws {
    var project = try MiaProject.library()
    for number in 0..<60 {
      project.run(.post, "/v2/author/", ["name": .string("n\(number)"), "__STATE__": "PUBLIC"])
    }
    #expect(project.send(.init(.get, "/v2/author/")).json?.array?.count == 25)
    #expect(project.send(.init(.get, "/v2/author/?_l=61&_sk=1")).json?.array?.count == 61)
    let export = project.send(.init(.get, "/v2/author/export"))
    #expect(export.headers[.contentType] == "application/x-ndjson")
    #expect(export.text.split(separator: "\n").count == 62)
    let array = project.send(
      .init(.get, "/v2/author/export?_l=3", headers: [.accept: "application/json"]))
    #expect(array.json?.array?.count == 3)
  }

  @Test func `version 7 has a default order`() throws {
    var six = try MiaProject.library()
    var seven = try MiaProject.library(MiaProject.seven)
    let request = Request(.get, "/v2/author/?_p=name")
    #expect(six.send(request).json?.array?.compactMap { $0["name"] } == ["Alfa", "Carlo"])
    #expect(seven.send(request).json?.array?.compactMap { $0["name"] } == ["Carlo", "Alfa"])
  }

  @Test func `a count can be estimated, but not filtered by distance`() throws {
    var project = try MiaProject.library()
    #expect(project.run(.get, "/v2/author/count") == "200 2")
    #expect(project.run(.get, "/v2/author/count?_useEstimate=true") == "200 3")
    #expect(project.run(.get, "/v2/author/count?age=30") == "200 1")
    let near = PercentEncoding.encode(#"{"position":{"$nearSphere":{"from":[1,2]}}}"#)
    #expect(project.run(.get, RequestTarget("/v2/plates/count?_q=\(near)")).hasPrefix("500 "))
  }

  @Test(arguments: ["json-query-params-encoding", "json_query_params_encoding"])
  func `filters can be sent in base64`(_ name: String) throws {
    var project = try MiaProject.library()
    let field = try #require(HTTPField.Name(name))
    // The query is the Base64 of {"age":30}.
    let text = project.run(.get, "/v2/author/?_q=eyJhZ2UiOjMwfQ==&_p=name", nil, [field: "base64"])
    #expect(text.hasSuffix(#""name":"Carlo"}]"#))
    #expect(
      project.run(.get, "/v2/author/?_q=%21%21", nil, [field: "base64"]).hasPrefix("500 "))
  }
}
