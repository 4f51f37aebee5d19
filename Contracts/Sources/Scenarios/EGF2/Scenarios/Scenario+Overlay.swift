import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestExecutors

/// Scenarios with the same calls as the other scenarios, made through `async` functions.
extension Scenario {
  package static let overlay = [overlayOfAccounts, overlayOfObjects, overlayOfEdges]

  private static let overlayOfAccounts = Scenario(
    "Asynchronous functions: accounts",
    expects: [
      "Mark", ["status": 401, "code": "WrongOldPassword", "message": "wrong old password"], nil,
      nil, ["status": 404, "code": "TokenNotFound", "message": "token not found"],
      ["status": 404, "code": "TokenNotFound", "message": "token not found"], false,
    ]
  ) { device in
    let graph = device.graph
    try await graph.register(
      withFirstName: "Mark", lastName: "Field", email: "mark@example.com",
      dateOfBirth: Foundation.Date(timeIntervalSince1970: 0), password: "secret")
    let user = try await graph.userObject() as? User
    let outcomes: [JSON] = [
      .string(user?.name?.given ?? "-"),
      await SDKValue.failure {
        try await graph.change(oldPassword: "nope", withNewPassword: "other")
      }, await SDKValue.failure { try await graph.restorePassword(withEmail: "mark@example.com") },
      await SDKValue.failure { try await graph.resendEmailVerification() },
      await SDKValue.failure {
        try await graph.resetPassword(withToken: TestUsers.resetToken, newPassword: "other")
      }, await SDKValue.failure { try await graph.verifyEmail(withToken: TestUsers.verifyToken) },
    ]
    try await graph.logout()
    return .array(outcomes + [.bool(graph.isAuthorized)])
  }

  private static let overlayOfObjects = Scenario(
    "Asynchronous functions: objects", given: TestUsers.posts(2),
    expects: [
      "post 1", "Mark", "second", "third",
      ["status": 403, "code": "AccessForbidden", "message": "Access forbidden"],
      ["status": 404, "code": "ObjectWasDeleted", "message": "Object was deleted"], "a.txt",
      "Photo",
    ]
  ) { device in
    let graph = device.graph
    let id = TestUsers.postID(1)
    try await device.logIn()
    let post = try await graph.object(withId: id) as? Post
    let expanded = try await graph.refreshObject(withId: id, expand: ["creator"]) as? Post
    let second = try await graph.updateObject(withId: id, parameters: ["text": "second"]) as? Post
    let draft = Post()
    draft.text = "third"
    let third = try await graph.updateObject(withId: id, object: draft) as? Post
    let refusal = await SDKValue.failure {
      _ = try await graph.createObject(withParameters: ["object_type": "post", "text": "hi"])
    }
    try await graph.deleteObject(withId: id)
    let gone = await SDKValue.failure { _ = try await graph.object(withId: id) }
    let file = try await graph.uploadFile(
      withData: Data([1]), title: "a.txt", mimeType: "text/plain")
    let image = try await graph.uploadImage(
      withData: Data([1]), title: "Photo", mimeType: "image/jpeg", kind: "image")
    return [
      .string(post?.text ?? "-"), .string(expanded?.creatorObject?.name?.given ?? "-"),
      .string(second?.text ?? "-"), .string(third?.text ?? "-"), refusal, gone,
      .string((file as? File)?.title ?? "-"), .string((image as? File)?.title ?? "-"),
    ]
  }

  private static let overlayOfEdges = Scenario(
    "Asynchronous functions: edges and search", given: TestUsers.posts(2),
    expects: [
      true, false, "hello", "hello, post 2 of 3", "post 2, post 1 of 3", "hello of 3", "Anna of 1",
    ]
  ) { device in
    let graph = device.graph
    let (mark, anna) = (TestUsers.markID, TestUsers.annaID)
    try await device.logIn()
    try await graph.addObject(withId: anna, forSource: "me", toEdge: "follows")
    let isThere = try await graph.doesObject(
      withId: anna, existForSource: mark, onEdge: "follows")
    try await graph.deleteObject(withId: anna, forSource: mark, fromEdge: "follows")
    let isStillThere = try await graph.doesObject(
      withId: anna, existForSource: mark, onEdge: "follows")
    let made = try await graph.createObject(
      withParameters: ["object_type": "post", "text": "hello"], forSource: mark, onEdge: "posts")
    let first = try await graph.objects(forSource: mark, edge: "posts", count: 2)
    let rest = try await graph.objects(
      forSource: mark, edge: "posts", after: (made as? Post)?.id, count: 2)
    let anew = try await graph.refreshObjects(forSource: mark, edge: "posts", count: 1)
    let parameters = EGF2SearchParameters.parameters(withObject: "user")
    parameters.query = "anna"
    let found = try await graph.search(withParameters: parameters)
    return [
      .bool(isThere), .bool(isStillThere), .string((made as? Post)?.text ?? "-"),
      SDKValue.page(first.objects, of: first.count), SDKValue.page(rest.objects, of: rest.count),
      SDKValue.page(anew.objects, of: anew.count), SDKValue.page(found.objects, of: found.count),
    ]
  }
}
