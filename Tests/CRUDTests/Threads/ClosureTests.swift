import CRUD
import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite struct `Closures` {
  private static let key = DispatchSpecificKey<String>()

  private static var place: String { DispatchQueue.getSpecific(key: key) ?? "elsewhere" }

  @Test(arguments: [HTTPResponse.Status.ok, .notFound])
  func `are called on the queue that is set`(_ status: HTTPResponse.Status) async {
    let queue = DispatchQueue(label: "callbacks")
    queue.setSpecific(key: Self.key, value: "callbacks")
    let crud = MockTransport(.json(status, [])).crud
    crud.callbackQueue = queue
    let places = Mailbox(of: String.self)
    crud.get(collection: "author").async { _, _ in places.put(Self.place) }
    #expect(await places.next() == "callbacks")
    #expect(crud.callbackQueue === queue)
  }

  @Test func `are called on the main queue unless it is set`() async {
    DispatchQueue.main.setSpecific(key: Self.key, value: "main")
    let places = Mailbox(of: String.self)
    MockTransport().crud.get(collection: "author").async { _, _ in places.put(Self.place) }
    #expect(await places.next() == "main")
  }

  @Test func `are told once, after the call has returned`() async {
    let stage = MockTransport(.json(.ok, 3))
    let queue = DispatchQueue(label: "suspended")
    let crud = stage.crud
    crud.callbackQueue = queue
    queue.suspend()
    let told = Mailbox(of: String.self)
    crud.get(collection: "author").asyncCount { count, _ in told.put("\(count ?? 0)") }
    crud.patch(collection: "author").async(id: "1") { _, error in
      told.put(error?.localizedDescription ?? "")
    }
    told.put("returned")
    queue.resume()
    var letters: [String?] = []
    for _ in 0..<3 { letters.append(await told.next()) }
    queue.async { told.put("end") }
    #expect(letters.first == "returned")
    #expect(
      Set(letters) == ["returned", "3", CRUDError.emptyPatch.description])
    #expect(await told.next() == "end")
    #expect(stage.calls == ["GET /v2/author/count"])
  }

  private func told<Value: Sendable>(
    _ start: (@escaping (Value?, (any Error)?) -> Void) -> Void
  ) async -> Result<Value, CRUDError>? {
    let told = Mailbox(of: Result<Value, CRUDError>.self)
    start { value, error in
      if let value { told.put(.success(value)) }
      if let error = error as? CRUDError { told.put(.failure(error)) }
    }
    return await told.next()
  }

  private func told(
    _ start: (@escaping ((any Error)?) -> Void) -> Void
  ) async -> CRUDError?? {
    let told = Mailbox(of: CRUDError?.self)
    start { error in told.put(error as? CRUDError) }
    return await told.next()
  }

  @Test func `get what the calls that block answer`() async {
    let one = MockTransport(.json(.ok, ["_id": "1", "name": "A"])).crud
    let list = MockTransport(.json(.ok, [["name": "A"]])).crud
    let (author, name) = (Author(name: "A"), ["name": "A" as Any])
    #expect(
      await told { list.get(collection: "a").async($0) } == .success(Data(#"[{"name":"A"}]"#.utf8)))
    #expect(
      await told { list.get(collection: "a").async(object: Author.self, $0) } == .success([author]))
    #expect(
      await told { one.get(collection: "a").async(id: "1", $0) }
        == .success(Data(#"{"_id":"1","name":"A"}"#.utf8)))
    #expect(
      await told { one.get(collection: "a").async(id: "1", object: Author.self, $0) }
        == .success(author))
    let post = one.post(collection: "a")
    #expect(await told { post.async(object: author, state: .pub, $0) } == .success("1"))
    #expect(await told { post.async(object: name, $0) } == .success("1"))
    #expect(await told { post.async(object: Data("{}".utf8), $0) } == .success("1"))
    #expect(await told { post.asyncChangeState(id: "1", newState: .draft, $0) } == .some(nil))
    let patch = one.patch(collection: "a").update(object: 1, for: "b")
    #expect(await told { patch.async(id: "1", $0) } == .success("1"))
    #expect(await told { one.delete(collection: "a").async(id: "1", $0) } == .some(nil))
    let counting = MockTransport(.json(.ok, ["count": 3])).crud
    #expect(
      await told { counting.delete(collection: "a").async(queryBuilder: nil, $0) } == .success(3))
  }

  @Test func `get the errors that the calls that block throw`() async {
    let crud = MockTransport(.json(.notFound, ["error": "not found"])).crud
    let error = CRUDError.http(statusCode: 404, error: "not found", message: nil)
    #expect(
      await told { crud.get(collection: "a").async(object: Author.self, $0) } == .failure(error))
    #expect(await told { crud.delete(collection: "a").async(id: "1", $0) } == .some(error))
    #expect(
      await told { crud.post(collection: "a").asyncChangeState(id: "1", newState: .pub, $0) }
        == .some(error))
  }

  @Test func `may be left out for await`() async throws {
    let one = MockTransport(.json(.ok, ["_id": "1", "name": "A"])).crud
    let list = MockTransport(.json(.ok, [["name": "A"]])).crud
    let counting = MockTransport(.json(.ok, 3)).crud
    let author = Author(name: "A")
    #expect(try await list.get(collection: "a").async() == Data(#"[{"name":"A"}]"#.utf8))
    #expect(try await list.get(collection: "a").async(object: Author.self) == [author])
    #expect(
      try await one.get(collection: "a").async(id: "1") == Data(#"{"_id":"1","name":"A"}"#.utf8))
    #expect(try await one.get(collection: "a").async(id: "1", object: Author.self) == author)
    #expect(try await counting.get(collection: "a").asyncCount() == 3)
    #expect(try await one.post(collection: "a").async(object: author) == "1")
    #expect(try await one.post(collection: "a").async(object: ["a": 1, "b": "c"]) == "1")
    #expect(try await one.post(collection: "a").async(object: Data("{}".utf8)) == "1")
    try await one.post(collection: "a").asyncChangeState(id: "1", newState: .draft)
    #expect(try await one.patch(collection: "a").remove(property: "b").async(id: "1") == "1")
    try await one.delete(collection: "a").async(id: "1")
    #expect(try await counting.delete(collection: "a").async(queryBuilder: nil) == 3)
  }
}
