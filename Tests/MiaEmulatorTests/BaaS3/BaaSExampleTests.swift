import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// The example exchanges of the protocol reference (B12), with the ids that the emulator draws.
@Suite struct `Examples of BaaS 3 in the reference` {
  private let time = MiaProject().moment.milliseconds

  private func item(_ id: String, _ more: String, updater: String, after: Int64 = 0) -> String {
    #"{"creatorId":"public","createdAt":\#(time),"updaterId":"\#(updater)","#
      + #""updatedAt":\#(time + after),"sync":0,"trash":0,\#(more),"id":"\#(id)"}"#
  }

  private func fields(flash: Bool) -> String {
    #""username":"mario","picturename":"image51.jpg","picturedate":1395507940351,"#
      + #""flashmode":\#(flash)"#
  }

  @Test func `the example creates, reads, queries, updates and deletes an item`() throws {
    var project = MiaProject()
    try project.setUp("user exists", ["email": "user@example.com"])
    let login = try project.setUp("logged in", ["email": "user@example.com"])
    let sid = try #require(login["sid"]?.string)
    let userID = try #require(login["userId"]?.string)
    let created = project.send(
      .json(
        .post, "/picturedata/",
        [
          "username": "mario", "picturename": "image51.jpg", "picturedate": 1_395_507_940_351,
          "flashmode": false,
        ]))
    let id = try #require(created.json?["id"]?.string)
    #expect(id.utf8.count == 36)
    let old = item(id, fields(flash: false), updater: "public")
    #expect("\(created.status.code) \(created.text)" == "200 \(old)")
    #expect(created.headers[.contentType] == "application/json")
    #expect(project.run(.get, RequestTarget("/picturedata/\(id)")) == "200 \(old)")
    let query = MiaProject.target(
      "/picturedata/",
      #"{"$and":[{"updatedAt":{"$gt":1504601033071}}],"$limit":10,"$sort":{"picturename":1}}"#)
    #expect(project.run(.get, query) == "200 [\(old)]")
    let new = item(id, fields(flash: true), updater: userID, after: 1)
    #expect(
      project.run(
        .post, "/picturedata/", ["id": .string(id), "flashmode": true], [.sid: sid])
        == "200 \(new)")
    let deletion = RequestTarget("/picturedata/?%7B%22id%22%3A%22\(id)%22%7D")
    #expect(project.run(.delete, deletion) == #"200 {"count":1}"#)
    #expect(project.run(.get, "/picturedata/") == "200 []")
  }

  @Test func `the example logs in, restores the session and logs out`() throws {
    var project = MiaProject()
    let registered = try project.setUp(
      "user exists",
      ["email": "user@example.com", "username": "my username", "password": "pw"])
    let userID = try #require(registered["userId"]?.string)
    let user = item(
      userID, #""username":"my username","email":"user@example.com","validated":false"#,
      updater: "public")
    let response = project.send(
      .form(
        .post, "/users/login",
        [FormField("email", "user@example.com"), FormField("password", "pw")]))
    let sid = try #require(response.json?["id"]?.string)
    #expect(sid.utf8.count == 128)
    #expect(
      response.text == #"{"path":"/users","id":"\#(sid)","uid":"\#(userID)","user":\#(user)}"#)
    #expect(response.headers[.setCookie] == "sid=\(sid); path=/; httponly")
    #expect(response.headers[.sessionToken] == sid)
    let both: HTTPFields = [.sid: sid, .cookie: "a=b; sid=\(sid)"]
    #expect(project.run(.get, "/users/me", nil, both) == "200 \(user)")
    #expect(project.run(.get, "/users/me", nil, [.cookie: "sid=\(sid)"]) == "200 \(user)")
    #expect(project.run(.post, "/users/logout", nil, [.sid: sid]) == "200 {}")
    let nobody = project.send(Request(.get, "/users/me", headers: both))
    #expect(nobody.status == .noContent)
    #expect(nobody.body.isEmpty)
    #expect(nobody.headers[.contentType] == nil)
  }

  @Test func `upload`() throws {
    var project = MiaProject()
    var request = MiaProject.upload("/files/picture.png", "PNG")
    request.authority = "127.0.0.1:8080"
    let response = project.send(request)
    let stored = try #require(response.json?["id"]?.string)
    #expect(stored.hasSuffix(".png"))
    #expect(response.text == #"{"id":"\#(stored)"}"#)
    let list = project.send(Request(.get, MiaProject.target("/files/", #"{"file":"\#(stored)"}"#)))
    let id = try #require(list.json?[0]?["id"]?.string)
    let location = "http://127.0.0.1:8080/files/download/\(stored)"
    let file = item(
      id,
      #""name":"picture.png","file":"\#(stored)","size":3,"location":"\#(location)""#,
      updater: "public")
    #expect(list.text == "[\(file)]")
    let download = project.backend.respond(
      to: Request(.get, RequestTarget("/files/download/\(stored)")), at: project.moment)
    #expect(download.text == "PNG")
    #expect(download.headers[.contentType] == "image/png")
  }

  @Test func `the example with a wrong secret is refused`() {
    var project = MiaProject()
    #expect(
      project.run(.get, "/picturedata/", nil, [.secret: "nope"])
        == #"401 {"statusCode":401,"status":401,"message":"Unauthorized, use secret"}"#)
  }
}
