import EGF2
import EGF2FixtureModels
import EGF2PrefixedModels
import Foundation
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Round trips through generated models` {
  private static let node = "3e1f1c1e-9f0a-4c55-8a43-6f1b8f2f0a11"

  /// Objects in which every field has a value that differs from that of a new model.
  static let objects: [String] = [
    """
    {"id":"\(node)-03","object_type":"user","created_at":"2017-01-20T09:15:00.123Z",
     "modified_at":"2017-01-20T09:15:01.000Z","deleted_at":"2017-01-20T09:15:02.000Z",
     "name":{"use":"usual","family":"Twain","given":"Mark","prefix":"Mr","suffix":"Sr","middle":"T"},
     "email":"mark@example.com","system":"\(node)-01","verified":true,"no_password":true,
     "date_of_birth":"1990-01-01T00:00:00.000Z"}
    """,
    """
    {"id":"\(node)-06","object_type":"file","created_at":"2017-01-20T09:15:00.123Z",
     "mime_type":"image/png","user":"\(node)-03","upload_url":"http://h/u","url":"http://h/f",
     "title":"Photo","size":12,"dimensions":{"height":3,"width":4},
     "resizes":[{"url":"http://h/r","dimensions":{"height":1,"width":2}},
                {"dimensions":{"height":5,"width":6}}],
     "hosted":true,"uploaded":true,"standalone":false}
    """,
    #"{"id":"\#(node)-10","object_type":"customer_role","user":"\#(node)-03"}"#,
    #"{"id":"\#(node)-11","object_type":"admin_role","user":"\#(node)-03"}"#,
    """
    {"id":"\(node)-12","object_type":"post","creator":"\(node)-03","image":"\(node)-06",
     "text":"Grüße \\" \\\\ 🌍"}
    """,
    """
    {"id":"\(node)-13","object_type":"comment","creator":"\(node)-03","post":"\(node)-12",
     "text":"so"}
    """,
    """
    {"id":"\(node)-20","object_type":"every_kind","created_at":"2017-01-20T09:15:00.123Z",
     "labels":["a","b"],"label":"l","mail":"m@example.com","at":"2017-01-20T09:15:00.123Z",
     "count":7,"ratio":0.5,"is_open":false,"is_old":true,"one":"\(node)-Z6","either":"\(node)-20",
     "anything":"\(node)-99","audit":"\(node)-Z1","secret":"\(node)-Z2",
     "chain":{"name":"1","next":{"name":"2","birthday":{"day":3,"owner":"\(node)-Z6"}}},
     "place":{"latitude":1.5,"street_name":"Main","inner":{"deep":true}},
     "free":{"any_thing":[1,null,{"x":true}]},"strings":["s",""],
     "dates":["2017-01-20T09:15:00.123Z"],"integers":[1,-2],"numbers":[0.5,2.25],
     "booleans":[true,false],"ids":["\(node)-Z6"],"nodes":[{"name":"n"},{}],
     "steps":[{"in":"i"}],"where":"here","guard":true,"trailing_":"t"}
    """,
    #"{"id":"\#(node)-Z6","object_type":"file","labels":["only"]}"#,
  ]

  static let models: [String: NSObject.Type] = [
    "03": User.self, "06": File.self, "10": CustomerRole.self, "11": AdminRole.self,
    "12": Post.self, "13": Comment.self, "20": EGFEveryKind.self, "Z6": EGFFile.self,
  ]

  @Test(arguments: objects)
  func `every field of an object is read and sent back unchanged`(_ text: String) async throws {
    let object = try JSON.parse(text)
    let id = try #require(object["id"]?.string)
    let server = EchoServer(object)
    let graph = try #require(server.graph(Self.models))

    let model = try await graph.refreshObject(withId: id)
    let blank = try #require(type(of: model) as? any EGF2GraphModel.Type).init()
    #expect(type(of: blank).graphObjectType == object["object_type"]?.string)
    let fields = try #require(model.changesFrom(graphObject: blank))
    _ = try await graph.updateObject(withId: id, parameters: fields)
    var expected = try #require(object.object)
    expected.removeValue(forKey: "object_type")
    #expect(Self.sorted(server.sent) == Self.sorted(.object(expected)))

    #expect(model.copyGraphObject().isEqual(graphObject: model))
    #expect(model.changesFrom(graphObject: model.copyGraphObject()) == nil)
  }

  @Test func `an update with a model sends only its editable fields`() async throws {
    let object = try JSON.parse(Self.objects[1])
    let server = EchoServer(object)
    let graph = try #require(server.graph(Self.models))
    let id = try #require(object["id"]?.string)
    let model = try await graph.refreshObject(withId: id)
    _ = try await graph.updateObject(withId: id, object: model)
    #expect(server.sent == ["mime_type": "image/png", "title": "Photo"])
  }

  @Test func `an expanded object is read next to its id`() async throws {
    var user = try #require(try JSON.parse(Self.objects[0]).object)
    user["name"] = ["given": "Tom"]
    let post: JSON = [
      "id": .string("\(Self.node)-12"), "object_type": "post", "creator": .object(user),
      "image": .string("\(Self.node)-06"),
    ]
    let graph = try #require(EchoServer(post).graph(Self.models))
    let model = try await graph.refreshObject(withId: "\(Self.node)-12", expand: ["creator"])
    let found = try #require(model as? Post)
    #expect(found.creator == "\(Self.node)-03")
    #expect(found.creatorObject?.name?.given == "Tom")
    #expect(found.image == "\(Self.node)-06")
    #expect(found.imageObject == nil)
  }

  @Test func `an id of several types accepts an object of each class`() async throws {
    let object: JSON = [
      "id": .string("\(Self.node)-20"), "object_type": "every_kind",
      "either": ["id": .string("\(Self.node)-Z6"), "labels": ["e"]],
      "anything": ["id": .string("\(Self.node)-20"), "label": "a"],
    ]
    let graph = try #require(EchoServer(object).graph(Self.models))
    let model = try await graph.refreshObject(withId: "\(Self.node)-20")
    let found = try #require(model as? EGFEveryKind)
    #expect((found.eitherObject as? EGFFile)?.labels == ["e"])
    #expect((found.anythingObject as? EGFEveryKind)?.label == "a")
  }

  @Test func `the generated graph has server, page sizes and models`() {
    let graph = EGF2PrefixedModels.Graph
    #expect(graph.name == "prefixed")
    #expect(graph.serverURL == URL(string: "https://host/v1/"))
    #expect(graph.maxPageSize == 40)
    #expect(graph.defaultPageSize == 20)
    #expect(graph.isObjectPaginationMode)
    #expect(Set(graph.idsWithModelTypes.keys) == ["20", "Z6"])
    #expect(graph.idsWithModelTypes["20"] is EGFEveryKind.Type)
  }

  /// Returns the JSON as text with sorted members, because their order has no meaning.
  private static func sorted(_ json: JSON?) -> String? { json?.text(sortedKeys: true) }
}
