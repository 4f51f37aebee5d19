import CRUD
import Foundation
import GhostlightCore
import HTTPTypes
import MiaEmulator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Create, Read, Update, Delete - against the emulator` {
  static let notFound = CRUDError.http(statusCode: 404, error: "not found", message: nil)

  struct Writer: Codable, Hashable {
    var name: String
    var surname: String?
    var age: Double?
    var born: Date?
    var tags: [String]?
  }

  private func names(_ get: Get) throws -> [String] {
    try get.sync(object: Writer.self).map(\.name)
  }

  private func library(_ compatibility: CRUDCompatibility = .six) throws -> CRUD {
    let crud = try Library(compatibility).crud
    let post = crud.post(collection: "author")
    for (index, name) in ["Alfa", "Beta", "Carlo", "Dora"].enumerated() {
      try post.sync(
        object: [
          "name": name, "surname": "S\(index)", "age": 20 + index, "tags": ["t\(index)", "all"],
          "books": [["title": "B\(index)", "pages": index * 100]],
          "home": [9.0 + Double(index) / 1000, 45.0], "info": ["n": index],
          "born": Date(timeIntervalSince1970: Double(index)),
        ], state: .pub)
    }
    return crud
  }

  @Test func `an object is read as it was created`() throws {
    let library = try Library()
    let writer = Writer(
      name: "Alessandro", surname: "Manzoni", age: 88,
      born: Date(timeIntervalSince1970: 1_586_106_974.175), tags: ["a"])
    let id = try library.crud.post(collection: "author").sync(object: writer, state: .pub)
    let get = library.crud.get(collection: "author")
    #expect(try get.sync(id: id, object: Writer.self) == writer)
    #expect(
      try JSON.parse(Array(try get.sync(id: id))) == [
        "_id": .string(id), "__STATE__": "PUBLIC", "creatorId": "public",
        "createdAt": "2020-04-05T17:16:14.175Z", "updaterId": "public",
        "updatedAt": "2020-04-05T17:16:14.175Z", "name": "Alessandro", "surname": "Manzoni",
        "age": 88, "born": "2020-04-05T17:16:14.175Z", "tags": ["a"],
      ])
  }

  @Test func `an object that was read can be posted again`() throws {
    let crud = try Library().crud
    let post = crud.post(collection: "author")
    let id = try post.sync(object: ["name": "A"], state: .pub)
    let data = try crud.get(collection: "author").sync(id: id)
    let copy = try post.sync(object: data)
    #expect(copy != id)
    #expect(try crud.get(collection: "author").count() == 2)
  }

  static let queries: [(QueryBuilder, [String])] = [
    (QueryBuilder(), ["Alfa", "Beta", "Carlo", "Dora"]),
    (QueryBuilder().equals(key: "name", value: "Beta"), ["Beta"]),
    (QueryBuilder().notEquals(key: "name", value: "Beta"), ["Alfa", "Carlo", "Dora"]),
    (QueryBuilder().greater(key: "age", value: 22), ["Dora"]),
    (QueryBuilder().greaterOrEquals(key: "age", value: 22), ["Carlo", "Dora"]),
    (QueryBuilder().less(key: "age", value: 21), ["Alfa"]),
    (QueryBuilder().lessOrEquals(key: "age", value: 21), ["Alfa", "Beta"]),
    (QueryBuilder().contained(key: "name", values: ["Alfa", "Dora"]), ["Alfa", "Dora"]),
    (QueryBuilder().notContained(key: "name", values: ["Alfa", "Dora"]), ["Beta", "Carlo"]),
    (QueryBuilder().containsAll(key: "tags", values: ["all", "t1"]), ["Beta"]),
    (QueryBuilder().exists(key: "age", value: false), []),
    (QueryBuilder().regex(key: "name", pattern: "^[c-d]", options: "i"), ["Carlo", "Dora"]),
    (QueryBuilder().greater(key: "born", value: Date(timeIntervalSince1970: 2)), ["Dora"]),
    (
      QueryBuilder().elemMatch(
        key: "books",
        queryBuilder: QueryBuilder().equals(key: "title", value: "B1")
          .greater(key: "pages", value: 50)), ["Beta"]
    ),
    (
      QueryBuilder().nearSphere(
        key: "home", longitude: 9.003, latitude: 45, minDistance: 10, maxDistance: 200),
      ["Carlo", "Beta"]
    ),
    (
      QueryBuilder().or(
        queryBuilders: QueryBuilder().equals(key: "name", value: "Dora"),
        QueryBuilder().equals(key: "name", value: "Alfa")), ["Alfa", "Dora"]
    ),
    (
      QueryBuilder().greater(key: "age", value: 20).and(
        queryBuilders: QueryBuilder().less(key: "age", value: 23),
        QueryBuilder().equals(key: "info.n", value: 2)), ["Carlo"]
    ),
  ]

  @Test(arguments: queries)
  func `a query finds the matching objects`(_ query: QueryBuilder, _ expected: [String]) throws {
    let crud = try library()
    #expect(try names(crud.get(collection: "author", queryBuilder: query)) == expected)
    #expect(try names(crud.get(collection: "author", query: query.build())) == expected)
  }

  @Test func `a list is sorted, limited and reduced to some properties`() throws {
    let get = try library().get(collection: "author")
    get.sortBy(property: "tags").sortBy(property: "age", descending: true).limit(2).skip(1)
    get.limitProperties(["name"])
    let list = try JSON.parse(Array(try get.sync())).array ?? []
    #expect(list.map { $0.object?["name"]?.string } == ["Carlo", "Beta"])
    #expect(list.map { $0.object?.keys } == [["_id", "name"], ["_id", "name"]])
    #expect(try get.count() == 4)
    let error = #expect(throws: CRUDError.self) { try get.limit(201).sync() }
    #expect(error?.status == 400)
  }

  @Test func `an update changes the properties that it names`() throws {
    let crud = try library(.seven)
    let get = crud.get(
      collection: "author", queryBuilder: QueryBuilder().equals(key: "name", value: "Beta"))
    let id = try #require(
      try JSON.parse(Array(try get.sync())).array?.first?.object?["_id"]?.string)
    let patch = crud.patch(collection: "author")
    patch.update(object: "Z", for: "surname").update(object: 5, for: "info.m")
      .update(object: nil, for: "born").remove(property: "info.n")
      .increment(by: 1.5, for: "age").push(object: "x", to: "tags").push(object: "y", to: "tags")
    #expect(try patch.sync(id: id) == id)
    let object = try JSON.parse(Array(try get.sync(id: id))).object
    #expect(object?["surname"] == "Z")
    #expect(object?["info"] == ["m": 5])
    #expect(object?["born"] == .some(.null))
    #expect(object?["age"] == 22.5)
    #expect(object?["tags"] == ["t1", "all", "x", "y"])
  }

  @Test func `an update needs the state of a draft and cannot change a state`() throws {
    let crud = try Library().crud
    let id = try crud.post(collection: "author").sync(object: ["name": "A"])
    let patch = crud.patch(collection: "author").update(object: "B", for: "name")
    #expect(throws: Self.notFound) { try patch.sync(id: id) }
    #expect(try patch.states([.draft]).sync(id: id) == id)
    let get = crud.get(collection: "author")
    #expect(throws: Self.notFound) { try get.sync(id: id) }
    #expect(try get.states([.draft]).sync(id: id, object: Writer.self) == Writer(name: "B"))
    let error = #expect(throws: CRUDError.self) {
      try patch.update(object: "PUBLIC", for: "__STATE__").sync(id: id)
    }
    #expect(error?.status == 400)
  }

  @Test(arguments: State.allCases)
  func `a state can be changed to the allowed states only`(_ start: State) throws {
    let allowed: [State: Set<State>] = [
      .pub: [.draft, .trash], .draft: [.pub, .trash], .trash: [.draft, .deleted],
      .deleted: [.trash],
    ]
    for target in State.allCases where target != start {
      for (compatibility, status) in [(CRUDCompatibility.six, 404), (.seven, 400)] {
        let crud = try Library(compatibility).crud
        let post = crud.post(collection: "author")
        let id = try post.sync(object: ["name": "A"], state: start)
        do throws(CRUDError) {
          try post.syncChangeState(id: id, newState: target)
          #expect(allowed[start]?.contains(target) == true)
          #expect(try crud.get(collection: "author").states([target]).count() == 1)
        } catch {
          #expect(allowed[start]?.contains(target) == false)
          #expect(error.status == status)
        }
      }
    }
  }

  @Test func `deleted objects no longer exist`() throws {
    let crud = try library()
    let delete = crud.delete(collection: "author")
    let query = QueryBuilder().less(key: "age", value: 22)
    #expect(try delete.sync(queryBuilder: query) == 2)
    #expect(try names(crud.get(collection: "author")) == ["Carlo", "Dora"])
    let id = try crud.post(collection: "author").sync(object: ["name": "E"], state: .trash)
    #expect(throws: Self.notFound) { try delete.sync(id: id) }
    try delete.states([.trash]).sync(id: id)
    #expect(throws: Self.notFound) { try delete.sync(id: id) }
    #expect(try delete.states([]).sync(queryBuilder: nil) == 2)
    #expect(try crud.get(collection: "author").states(State.allCases).count() == 0)
  }

  @Test(arguments: [(CRUDCompatibility.six, 422), (.seven, 409)])
  func `refusals have the service's status`(
    _ compatibility: CRUDCompatibility, _ taken: Int
  ) throws {
    let library = try Library(compatibility, surnamesDiffer: true)
    let post = library.crud.post(collection: "author")
    try post.sync(object: ["name": "A", "surname": "B"])
    let objects: [([String: Any], Int)] = [
      (["name": "A", "surname": "B"], taken), (["surname": "C"], 400),
      (["name": "A", "x": 1], 400),
      (["name": "A", "age": "x"], 400),
    ]
    for (object, status) in objects {
      let error = #expect(throws: CRUDError.self) { try post.sync(object: object) }
      #expect(error?.status == status)
    }
    let stranger = CRUD(
      basePath: "http://127.0.0.1:4402/v2", secret: "wrong", transport: library.transport)
    #expect(
      throws: CRUDError.http(statusCode: 401, error: "Unauthorized", message: "Unauthorized")
    ) { try stranger.get(collection: "author").sync() }
    let error = #expect(throws: CRUDError.self) {
      try library.crud.get(collection: "author", query: "{").sync()
    }
    #expect(error?.status == 500)
  }
}

extension CRUDError {
  fileprivate var status: Int? {
    guard case .http(let status, _, _) = self else { return nil }
    return status
  }
}
