import GhostlightCore
import HTTPTypes
import Testing

@testable import EGF2Emulator

/// A test of the complete dialogue in the protocol reference (A19), exchange by exchange.
@Suite struct `The dialogue of the reference` {
  @Test func `each exchange of the dialogue gets the reference's response`() throws {
    var world = GraphFixture(empty: EGF2Configuration())
    let registered = world.send(
      .post, "/v1/register",
      [
        "first_name": "Mark", "last_name": "Field", "email": "mark@example.com",
        "date_of_birth": "1990-01-01T00:00:00.001Z", "password": "secret",
      ])
    let token = try #require(registered.json?["token"]?.string)
    #expect(registered.json == ["type": "Bearer", "token": .string(token)])

    let user = try #require(world.send(.get, "/v1/graph/me", as: token).json)
    let userID = try #require(user["id"])
    #expect(
      user == [
        "id": userID, "object_type": "user",
        "name": ["given": "Mark", "family": "Field", "use": "official"],
        "email": "mark@example.com", "date_of_birth": "1990-01-01T00:00:00.001Z",
        "verified": false, "no_password": false, "system": user["system"] ?? .null,
        "created_at": .string(GraphFixture.now), "modified_at": .string(GraphFixture.now),
      ])

    let image = try #require(
      world.send(
        .get, "/v1/new_image?title=Photo&mime_type=image/jpeg&kind=image", as: token
      ).json)
    let fileID = try #require(image["id"]?.string)
    let upload = try #require(image["upload_url"]?.string)
    #expect(upload.hasPrefix((image["url"]?.string ?? "") + "?"))
    let root = "http://127.0.0.1:4403"
    #expect(upload.hasPrefix(root + "/bucket/2017-3/"))
    var put = Request(
      .put, RequestTarget(String(upload.dropFirst(root.count))), body: [255, 216, 255])
    put.headers[.contentType] = "image/jpeg"
    #expect(world.send(put).status == .ok)
    let uploaded = world.send(.put, "/v1/graph/\(fileID)", ["uploaded": true], as: token)
    #expect(uploaded.json?["uploaded"] == true)

    let post = try #require(
      world.send(
        .post, "/v1/graph/me/posts",
        ["object_type": "post", "text": "hello", "image": .string(fileID)], as: token
      ).json)
    let postID = try #require(post["id"]?.string)
    #expect(
      post == [
        "id": .string(postID), "object_type": "post", "creator": userID,
        "image": .string(fileID), "text": "hello", "created_at": .string(GraphFixture.now),
        "modified_at": .string(GraphFixture.now),
      ])

    let page = world.send(
      .get, "/v1/graph/me/posts?count=2&expand=image,creator", as: token
    ).json
    var expanded = post.object ?? [:]
    expanded["image"] = world.send(.get, "/v1/graph/\(fileID)", as: token).json
    expanded["creator"] = user
    #expect(page == ["results": [.object(expanded)], "count": 1, "first": "0"])

    #expect(
      world.send(
        .put, "/v1/graph/\(postID)", ["creator": "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11-03"],
        as: token
      ).json == [
        "code": "NotEditableField",
        "message": "'creator' field is not editable or contains incorrect value",
      ])
    world.wait(seconds: 300)
    #expect(
      world.send(.delete, "/v1/graph/me/posts/\(postID)", as: token).json
        == ["deleted_at": "2017-01-20T09:20:00.123Z"])
    let end = world.send(.get, "/v1/logout", as: token)
    #expect(end.status == .ok)
    #expect(end.body.isEmpty)
  }
}
