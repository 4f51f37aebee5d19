import Ghostlight
import GhostlightCore
import Synchronization
import Testing

@Suite struct `Progress of reading a configuration` {
  @Test func `the documents of every vendor are counted while they are read`() throws {
    let json: JSON = [
      "stackmob": ["objects": ["a": [["a_id": "1"], ["a_id": "2"]], "b": [["b_id": "1"]]]],
      "mia": [
        "collections": [
          [
            "name": "books", "endpointBasePath": "/books", "defaultState": "PUBLIC",
            "fields": [["name": "title", "type": "string"]],
            "documents": [["title": "x"], ["title": "y"]],
          ]
        ], "baas3": ["items": ["c": [["n": 1]]]],
      ],
      "egf2": ["users": [["email": "ada@example.com", "password": "engine1843"]]],
      "cosmos": [
        "databases": [
          [
            "id": "d",
            "containers": [
              [
                "id": "c", "partitionKey": ["paths": ["/p"], "kind": "Hash"],
                "documents": [["id": "1", "p": "a"]],
              ]
            ],
          ]
        ]
      ],
    ]
    let counted = Mutex(0)
    _ = try StageConfiguration(json: json, onDocument: { counted.withLock { $0 += 1 } })
    #expect(StageConfiguration.documentCount(in: json) == 8)
    #expect(counted.withLock { $0 } == 8)
  }
}
