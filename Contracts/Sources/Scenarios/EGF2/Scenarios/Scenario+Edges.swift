import EGF2
import Foundation
import GhostlightCore
import TestExecutors

/// Scenarios for edges and their pages.
extension Scenario {
  static let edges = [
    Scenario(
      "EGF2Graph Graph API Methods: edges", given: TestUsers.users,
      expects: [
        nil,
        [
          "status": 409, "code": "EdgeAlreadyExists",
          "message": .string(
            "Edge '\(TestUsers.markID)/follows/\(TestUsers.annaID)' already exists"),
        ], true, nil, false, ["type": "Post", "name": "hello"],
        [
          "status": 400, "code": "ObjectIsNotValid",
          "message": "'text' must have length more than 2",
        ], "EGF2EdgeCreated EGF2EdgeRemoved EGF2ObjectCreated EGF2EdgeCreated",
      ]
    ) { device in
      let graph = device.calls
      let (mark, anna) = (TestUsers.markID, TestUsers.annaID)
      try await device.logIn()
      func add() async throws -> JSON {
        await device.done {
          try await graph.addObject(withId: anna, forSource: mark, toEdge: "follows")
        }
      }
      func exists() async throws -> JSON {
        await device.found {
          try await graph.doesObject(
            withId: anna, existForSource: mark, onEdge: "follows")
        }
      }
      func create(_ text: String) async throws -> JSON {
        await device.object {
          try await graph.createObject(
            withParameters: ["object_type": "post", "text": text], forSource: "me",
            onEdge: "posts")
        }
      }
      return [
        try await add(), try await add(), try await exists(),
        await device.done {
          try await graph.deleteObject(withId: anna, forSource: mark, fromEdge: "follows")
        }, try await exists(), try await create("hello"), try await create("x"), device.news,
      ]
    }
  ]

  static let pages = [
    Scenario(
      "EGF2Graph Graph API Methods: pages", given: TestUsers.posts(5),
      expects: [
        "post 5, post 4, post 3, post 2, post 1 of 5", "post 4, post 3, post 2, post 1 of 5",
        "post 4, post 3, post 2, post 1 of 5", "post 3, post 2 of 5",
      ]
    ) { device in
      let graph = device.calls
      let (mark, fourth, fifth) = (TestUsers.markID, TestUsers.postID(4), TestUsers.postID(5))
      return [
        await device.objects { try await graph.objects(forSource: mark, edge: "posts") },
        await device.objects {
          try await graph.objects(forSource: mark, edge: "posts", after: fifth)
        },
        await device.objects {
          try await graph.objects(
            forSource: mark, edge: "posts", after: fifth, expand: ["creator"])
        },
        await device.objects {
          try await graph.objects(
            forSource: mark, edge: "posts", after: fourth, expand: ["creator"], count: 2)
        },
      ]
    },
    Scenario(
      "EGF2Graph Graph API Methods: refreshed pages", given: TestUsers.posts(5),
      expects: [
        "post 5, post 4, post 3, post 2, post 1 of 5", "post 4, post 3, post 2, post 1 of 5",
        "post 4, post 3, post 2, post 1 of 5", "post 3, post 2 of 5",
        ["domain": "EGF2", "code": 8],
        [
          "status": 400, "code": "IncorrectCountParameter",
          "message": "Incorrect count parameter. Count parameter must be between 0 and 50",
        ], "EGF2EdgeRefreshed EGF2EdgePageLoaded EGF2EdgePageLoaded EGF2EdgePageLoaded",
      ]
    ) { device in
      let graph = device.calls
      let (mark, fourth, fifth) = (TestUsers.markID, TestUsers.postID(4), TestUsers.postID(5))
      func page(after: String?, count: Int) async throws -> JSON {
        await device.objects {
          try await graph.refreshObjects(
            forSource: mark, edge: "posts", after: after, expand: ["creator"], count: count)
        }
      }
      return [
        await device.objects {
          try await graph.refreshObjects(forSource: mark, edge: "posts")
        },
        await device.objects {
          try await graph.refreshObjects(forSource: mark, edge: "posts", after: fifth)
        },
        await device.objects {
          try await graph.refreshObjects(
            forSource: mark, edge: "posts", after: fifth, expand: ["creator"])
        }, try await page(after: fourth, count: 2),
        try await page(after: TestUsers.postID(9), count: 2), try await page(after: nil, count: 51),
        device.news,
      ]
    },
  ]
}
