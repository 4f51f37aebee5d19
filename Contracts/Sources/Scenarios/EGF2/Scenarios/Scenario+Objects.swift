import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestExecutors

/// Scenarios for single objects, and the notifications about them.
extension Scenario {
  private static func post(_ text: String, _ more: JSONObject = [:]) -> JSON {
    var post: JSONObject = ["type": "Post", "name": .string(text)]
    for member in more { post[member.key] = member.value }
    return .object(post)
  }

  static let objects = [
    Scenario(
      "EGF2Graph Graph API Methods: objects", given: TestUsers.posts(1),
      expects: [
        post("post 1"), post("post 1"), post("second"), post("third"), post("third"), nil,
        ["status": 404, "code": "ObjectWasDeleted", "message": "Object was deleted"],
        ["status": 403, "code": "AccessForbidden", "message": "Access forbidden"],
        "EGF2ObjectUpdated EGF2ObjectUpdated EGF2ObjectDeleted",
      ]
    ) { device in
      let graph = device.calls
      let id = TestUsers.postID(1)
      try await device.logIn()
      return [
        await device.object { try await graph.object(withId: id) },
        await device.object { try await graph.object(withId: id) },
        await device.object {
          try await graph.updateObject(withId: id, parameters: ["text": "second"])
        },
        await device.object {
          let post = Post()
          post.text = "third"
          return try await graph.updateObject(withId: id, object: post)
        }, await device.object { try await graph.refreshObject(withId: id) },
        await device.done { try await graph.deleteObject(withId: id) },
        await device.object { try await graph.object(withId: id) },
        await device.object {
          try await graph.createObject(
            withParameters: ["object_type": "post", "text": "hello"])
        }, device.news,
      ]
    },
    Scenario(
      "Expand Objects", given: TestUsers.discussed,
      expects: [
        post("post 1", ["creator": "Mark", "image": "Photo"]), "comment 2, comment 1 of 2",
        post("post 1", ["creator": "Mark"]),
        ["status": 400, "code": "IncorrectExpandFormat", "message": "Incorrect expand format"],
      ]
    ) { device in
      let graph = device.calls
      let id = TestUsers.postID(1)
      return [
        await device.object {
          try await graph.object(
            withId: id, expand: ["creator", "image{user}", "comments(5){creator}"])
        },
        await device.objects {
          try await graph.objects(
            forSource: id, edge: "comments", after: nil, expand: ["creator"], count: 2)
        },
        await device.object {
          try await graph.refreshObject(withId: id, expand: ["creator"])
        },
        await device.object { try await graph.object(withId: id, expand: ["creator{"]) },
      ]
    },
    Scenario(
      "Saving Data, and auxiliary NSObject methods", given: TestUsers.posts(1),
      expects: [
        true, post("post 1"), true, true, false, "text", "EGF2ObjectUpdated", false,
      ]
    ) { device in
      try await device.logIn()
      let graph = device.calls
      let id = TestUsers.postID(1)
      _ = await device.object { try await graph.object(withId: id) }
      device.graph.save()
      let next = try device.restarted()
      let isAuthorized = next.graph.isAuthorized
      let cached = await next.object { try await next.calls.object(withId: id) }
      let post = try await next.calls.object(withId: id)
      let copy = post.copyGraphObject()
      let isEqual = copy.isEqual(graphObject: post) && copy !== post
      (copy as? Post)?.text = "other"
      let changes = copy.changesFrom(graphObject: post) ?? [:]
      _ = try await next.calls.updateObject(withId: id, object: copy)
      let source = next.graph.notificationObject(forSource: id) as AnyObject
      let edge = next.graph.notificationObject(forSource: id, andEdge: "comments") as AnyObject
      return [
        .bool(isAuthorized), cached, .bool(isEqual),
        .bool(source === next.graph.notificationObject(forSource: id) as AnyObject),
        .bool(source === edge), .string(changes.keys.sorted().joined(separator: " ")), next.news,
        .bool(copy.isEqual(graphObject: post)),
      ]
    },
  ]
}
