import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Queries of BaaS 3` {
  @Test(arguments: [
    (#"{}"#, "p1 p2 p3"),
    (#"{"name":"lake"}"#, "p1"),
    (#"{"id":"p2"}"#, "p2"),
    (#"{"id":"nope"}"#, ""),
    (#"{"tags":"b"}"#, "p1 p2"),
    (#"{"tags":["b"]}"#, "p2"),
    (#"{"size.w":{"$gte":2}}"#, "p1 p2"),
    (#"{"views":{"$gt":2,"$lt":10}}"#, "p1 p3"),
    (#"{"views":{"$lte":3}}"#, "p1 p3"),
    (#"{"views":{"$eq":10.0}}"#, "p2"),
    (#"{"name":{"$ne":"lake"}}"#, "p2 p3"),
    (#"{"name":{"$in":["lake","moor"]}}"#, "p1 p3"),
    (#"{"name":{"$nin":["lake","moor"]}}"#, "p2"),
    (#"{"tags":{"$all":["a","b"]}}"#, "p1"),
    (#"{"size":{"$exists":false}}"#, "p3"),
    (#"{"draft":null}"#, "p1 p2 p3"),
    (#"{"name":{"$regex":"^h","$options":"i"}}"#, "p2"),
    (#"{"name":{"$regex":"k?e$"}}"#, "p1"),
    (#"{"tags":{"$elemMatch":{"$eq":"a"}}}"#, "p1"),
    (#"{"tags":{"$size":0}}"#, "p3"),
    (#"{"views":{"$not":{"$gt":3}}}"#, "p1 p3"),
    (#"{"$and":[{"views":{"$gt":2.5}},{"name":"lake"}]}"#, "p1"),
    (#"{"$or":[{"name":"lake"},{"sync":2}]}"#, "p1 p3"),
    (#"{"$nor":[{"name":"lake"},{"sync":2}]}"#, "p2"),
    (#"{"createdAt":{"$gt":1586106974174}}"#, "p1 p2 p3"),
    (#"{"updatedAt":{"$gt":1586106974175}}"#, "p2 p3"),
    (#"{"updatedAt":{"$gt":"1586106974175"}}"#, ""),
    (#"{"$sort":{"views":1}}"#, "p3 p1 p2"),
    (#"{"$sort":{"views":-1}}"#, "p2 p1 p3"),
    (#"{"$sort":{"name":1}}"#, "p2 p1 p3"),
    (#"{"$sort":{"size.h":-1,"size.w":1}}"#, "p2 p1 p3"),
    (#"{"$sort":{"size.w":1,"size.h":-1}}"#, "p3 p2 p1"),
    (#"{"$sort":{"id":-1},"$skip":1}"#, "p2 p1"),
    (#"{"$sort":{"id":-1},"$skip":1,"$limit":1}"#, "p2"),
    (#"{"$limit":2}"#, "p1 p2"),
    (#"{"$limit":0,"$skip":0}"#, "p1 p2 p3"),
    (#"{"$skip":2}"#, "p3"),
    (#"{"$skip":9}"#, ""), (#"{"$skip":1e30}"#, ""),
    (#"{"$skip":9223372036854775807,"$sort":{"id":1}}"#, ""),
    (#"{"$limitRecursion":10,"name":"lake"}"#, "p1"),
    (#"{"$sort":{}}"#, "p1 p2 p3"),
  ])
  func `an object in the query filters, sorts and pages a list`(_ query: String, _ ids: String)
    throws
  {
    var project = try MiaProject.gallery()
    #expect(project.ids(MiaProject.target("/pictures/", query)) == ids)
    let wrapped = RequestTarget("/pictures?mongoQuery=\(PercentEncoding.encode(query))")
    #expect(project.ids(wrapped) == ids)
  }

  /// - Source: deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `parseQuery`.
  @Test(arguments: [
    ("name=red+hill", "p4"), ("name=red%20hill", "p4"), ("name=red%2Bhill", "p5"),
    ("mongoQuery=%7B%22name%22:%22red+hill%22%7D", "p4"),
    ("mongoQuery=%7B%22name%22:%22red%2Bhill%22%7D", "p5"),
    ("%7B%22name%22:%22red+hill%22%7D", "p5"), ("%7B%22name%22:%22red%20hill%22%7D", "p4"),
  ])
  func `a plus sign is a space unless the whole query is an object`(
    _ query: String, _ ids: String
  ) throws {
    var project = try MiaProject.gallery()
    for (id, name) in [("p4", "red hill"), ("p5", "red+hill")] {
      try project.setUp(
        "item exists",
        ["collection": "pictures", "item": ["id": .string(id), "name": .string(name)]])
    }
    #expect(project.ids(RequestTarget("/pictures?\(query)")) == ids)
  }

  /// - Source: deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `setup`.
  @Test(arguments: [
    ("/pictures/p1?_method=DELETE", "p2 p3"), ("/v3/pictures/p1?_method=delete&x=1", "p2 p3"),
    ("/pictures/p1?method=DELETE", "p1 p2 p3"),
  ])
  func `a parameter can replace the method`(_ target: String, _ ids: String) throws {
    var project = try MiaProject.gallery()
    project.run(.post, RequestTarget(target), ["views": 1])
    #expect(project.ids("/pictures") == ids)
  }

  /// - Source: deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `parseBody`.
  @Test(arguments: [
    (#"{"_method":"DELETE"}"#, "p2 p3"), (#"{"views":1,"_method":"delete"}"#, "p2 p3"),
    (#"{"_method":""}"#, "p1 p2 p3"), (#"{"method":"DELETE"}"#, "p1 p2 p3"),
    (#"{"views":{"_method":"DELETE"}}"#, "p1 p2 p3"),
  ])
  func `a member of the body can replace the method`(_ body: String, _ ids: String) throws {
    var project = try MiaProject.gallery()
    project.send(Request(.post, "/pictures/p1", body: Array(body.utf8)))
    #expect(project.ids("/pictures") == ids)
  }

  /// - Source: deployd 1.2.0 (commit 13eeee1), lib/util/http.js, `parseBody`.
  @Test func `the member that replaces the method is not stored, and an empty body is an object`()
    throws
  {
    var project = try MiaProject.gallery()
    let body: JSON = ["views": 7, "_method": "PUT"]
    let changed = project.send(MiaProject.request(.post, "/pictures/p1", body)).json
    #expect(changed?["views"] == 7)
    #expect(changed?["_method"] == nil)
    let created = project.send(Request(.post, "/pictures/"))
    #expect(created.status == .ok)
    #expect(created.json?["sync"] == 0)
  }

  @Test(arguments: [
    ("name=lake", "p1"), ("views=10", "p2"), ("views=2.5", "p3"), ("views=10&name=lake", ""),
    ("skip=1&limit=1", "p2"), ("limit=2", "p1 p2"), ("tags=a&tags=b", "p1"), ("name=", ""),
    ("name", ""), ("$skip=2", "p3"), ("sync=2&trash=1", "p3"), ("size.w=4", "p1"), ("", "p1 p2 p3"),
    ("views=-", ""), ("mongoQuery=%7B%22name%22%3A%22lake%22%7D&views=10", "p1"),
  ])
  func `plain parameters test equality and select a page`(_ query: String, _ ids: String) throws {
    var project = try MiaProject.gallery()
    #expect(project.ids(RequestTarget("/pictures/?\(query)")) == ids)
  }

  @Test(arguments: [
    (#"{"$fields":{"name":1}}"#, #"{"name":"lake","id":"p1"}"#),
    (#"{"$fields":{"name":1,"id":0}}"#, #"{"name":"lake","id":"p1"}"#),
    (#"{"$fields":{"id":1}}"#, #"{"id":"p1"}"#),
    (
      #"{"$fields":{"creatorId":0,"createdAt":0,"updaterId":0,"updatedAt":0,"tags":0,"size":0}}"#,
      #"{"sync":0,"trash":0,"name":"lake","views":3,"draft":null,"id":"p1"}"#
    ),
  ])
  func `a query can select fields, and the id is always included`(_ query: String, _ item: String)
    throws
  {
    var project = try MiaProject.gallery()
    #expect(project.run(.get, MiaProject.target("/pictures/p1", query)) == "200 \(item)")
    let list = MiaProject.target("/pictures", query.dropLast() + #","name":"lake"}"#)
    #expect(project.run(.get, list) == "200 [\(item)]")
  }

  @Test(arguments: [
    (#"{}"#, 3), (#"{"views":{"$gt":2.5}}"#, 2), (#"{"$limit":1,"$skip":2}"#, 3),
    (#"{"name":"nope"}"#, 0),
  ])
  func `a count covers all pages`(_ query: String, _ count: Int) throws {
    var project = try MiaProject.gallery()
    let text = project.run(.get, MiaProject.target("/pictures/count", query))
    #expect(text == #"200 {"count":\#(count)}"#)
  }

  @Test(arguments: [
    "", #"{"$limit":0}"#, #"{"$limit":501}"#, #"{"$limit":1000,"$sort":{"n":-1}}"#,
    #"{"$limit":99999999999999999999}"#,
  ])
  func `a list of items has at most 500 elements`(_ query: String) throws {
    var project = MiaProject()
    let items = (0..<502).map { JSON.object(["n": .integer($0)]) }
    #expect(project.send(.json(.post, "/many/bulk", .array(items))).json?.array?.count == 502)
    let list = project.send(Request(.get, MiaProject.target("/many", query))).json?.array
    #expect(list?.count == 500)
    #expect(project.run(.get, "/many/count") == #"200 {"count":502}"#)
  }

  @Test func `a collection without items is empty, not missing`() {
    var project = MiaProject()
    #expect(project.run(.get, "/nothing/") == "200 []")
    #expect(project.run(.get, "/nothing/count") == #"200 {"count":0}"#)
    #expect(project.run(.delete, "/nothing/empty") == #"200 {"count":0}"#)
  }
}
