import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestExecutors

/// Objects one by one, and what is told of them.
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
      let graph = device.graph
      let id = TestUsers.postID(1)
      try await device.logIn()
      return [
        try await device.object { graph.object(withId: id, completion: $0) },
        try await device.object { graph.object(withId: id, completion: $0) },
        try await device.object {
          graph.updateObject(withId: id, parameters: ["text": "second"], completion: $0)
        },
        try await device.object {
          let post = Post()
          post.text = "third"
          graph.updateObject(withId: id, object: post, completion: $0)
        }, try await device.object { graph.refreshObject(withId: id, completion: $0) },
        try await device.done { graph.deleteObject(withId: id, completion: $0) },
        try await device.object { graph.object(withId: id, completion: $0) },
        try await device.object {
          graph.createObject(
            withParameters: ["object_type": "post", "text": "hello"], completion: $0)
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
      let graph = device.graph
      let id = TestUsers.postID(1)
      return [
        try await device.object {
          graph.object(
            withId: id, expand: ["creator", "image{user}", "comments(5){creator}"],
            completion: $0)
        },
        try await device.objects {
          graph.objects(
            forSource: id, edge: "comments", after: nil, expand: ["creator"], count: 2,
            completion: $0)
        },
        try await device.object {
          graph.refreshObject(withId: id, expand: ["creator"], completion: $0)
        },
        try await device.object { graph.object(withId: id, expand: ["creator{"], completion: $0) },
      ]
    },
    Scenario(
      "Saving Data, and auxiliary NSObject methods", given: TestUsers.posts(1),
      expects: [
        true, post("post 1"), true, true, false, "text", "EGF2ObjectUpdated", false,
      ]
    ) { device in
      try await device.logIn()
      let graph = device.graph
      let id = TestUsers.postID(1)
      _ = try await device.object { graph.object(withId: id, completion: $0) }
      graph.save()
      let next = try device.restarted()
      let isAuthorized = next.graph.isAuthorized
      let cached = try await next.object { next.graph.object(withId: id, completion: $0) }
      let post = try await next.graph.object(withId: id)
      let copy = post.copyGraphObject()
      let isEqual = copy.isEqual(graphObject: post) && copy !== post
      (copy as? Post)?.text = "other"
      let changes = copy.changesFrom(graphObject: post) ?? [:]
      _ = try await next.graph.updateObject(withId: id, object: copy)
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
