import EGF2
import Foundation
import GhostlightCore
import TestExecutors

/// Scenarios for files and searches.
extension Scenario {
  private static let gif = Data([71, 73, 70, 56, 57, 97, 3, 0, 2, 0, 0, 0])

  static let files = [
    Scenario(
      "EGF2Graph Graph API Methods: files", given: TestUsers.mark,
      expects: [
        [
          "type": "File", "name": "a & b.txt", "mimeType": "text/plain", "uploaded": true,
          "resizes": 0,
        ],
        [
          "type": "File", "name": "Photo", "mimeType": "image/gif", "uploaded": true,
          "resizes": 2,
        ],
        [
          "status": 400, "code": "BadRequestError", "message": "'mime_type' must be image type",
        ],
        ["status": 401, "code": "UnauthorizedError", "message": "Bearer token doesn't exist"],
      ]
    ) { device in
      let graph = device.calls
      func image(_ type: String) async throws -> JSON {
        await device.object {
          try await graph.uploadImage(
            withData: gif, title: "Photo", mimeType: type, kind: "avatar")
        }
      }
      try await device.logIn()
      let file = await device.object {
        try await graph.uploadFile(
          withData: Data("hello".utf8), title: "a & b.txt", mimeType: "text/plain")
      }
      let outcomes = [file, try await image("image/gif"), try await image("text/plain")]
      try await graph.logout()
      return .array(outcomes + [try await image("image/gif")])
    }
  ]

  static let searches = [
    Scenario(
      "EGF2Graph Graph API Methods: search", given: TestUsers.posts(3),
      expects: [
        "post 2, post 3 of 3", "post 1 of 3", "post 1, post 2, post 3 of 3", "Anna of 1",
        ["status": 400, "code": "UnknownObjectType", "message": "Unknown object type"],
      ]
    ) { device in
      let graph = device.calls
      let parameters = EGF2SearchParameters(withObject: "user")
      parameters.query = "anna"
      parameters.fields = ["first_name", "last_name"]
      return [
        await device.objects {
          try await graph.search(
            forObject: "post", after: 0, count: 2, expand: ["creator"], fields: ["text"],
            sort: ["id"], query: "post")
        },
        await device.objects {
          try await graph.search(
            forObject: "post", after: -1, count: 1, range: ["created_at": "2000-01-01:"])
        },
        await device.objects {
          try await graph.search(
            forObject: "post", after: -1, count: 5, filters: ["id": "!x"])
        },
        await device.objects {
          try await graph.search(withParameters: parameters, after: -1, count: 5)
        },
        await device.objects {
          try await graph.search(forObject: "moon", after: -1, count: 5)
        },
      ]
    }
  ]
}
