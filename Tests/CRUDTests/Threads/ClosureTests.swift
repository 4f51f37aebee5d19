import CRUD
import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Closures` {
  private static let key = DispatchSpecificKey<String>()

  private static var place: String { DispatchQueue.getSpecific(key: key) ?? "elsewhere" }

  @Test(arguments: [HTTPResponse.Status.ok, .notFound])
  func `closures are called on the callback queue`(_ status: HTTPResponse.Status) async {
    let queue = DispatchQueue(label: "callbacks")
    queue.setSpecific(key: Self.key, value: "callbacks")
    let crud = MockTransport(.json(status, [])).crud
    crud.callbackQueue = queue
    let places = Mailbox(of: String.self)
    crud.get(collection: "author").async { _, _ in places.put(Self.place) }
    #expect(await places.next() == "callbacks")
    #expect(crud.callbackQueue === queue)
  }

  @Test func `closures are called on the main queue by default`() async {
    DispatchQueue.main.setSpecific(key: Self.key, value: "main")
    let places = Mailbox(of: String.self)
    MockTransport().crud.get(collection: "author").async { _, _ in places.put(Self.place) }
    #expect(await places.next() == "main")
  }

  @Test func `closures are called once, after the call has returned`() async {
    let stage = MockTransport(.json(.ok, 3))
    let queue = DispatchQueue(label: "suspended")
    let crud = stage.crud
    crud.callbackQueue = queue
    queue.suspend()
    let mailbox = Mailbox(of: String.self)
    crud.get(collection: "author").asyncCount { count, _ in mailbox.put("\(count ?? 0)") }
    crud.patch(collection: "author").async(id: "1") { _, error in
      mailbox.put(error?.localizedDescription ?? "")
    }
    mailbox.put("returned")
    queue.resume()
    var letters: [String?] = []
    for _ in 0..<3 { letters.append(await mailbox.next()) }
    queue.async { mailbox.put("end") }
    #expect(letters.first == "returned")
    #expect(
      Set(letters) == ["returned", "3", CRUDError.emptyPatch.description])
    #expect(await mailbox.next() == "end")
    #expect(stage.calls == ["GET /v2/author/count"])
  }

  private func awaitCallback<Value: Sendable>(
    _ start: (@escaping (Value?, (any Error)?) -> Void) -> Void
  ) async -> Result<Value, CRUDError>? {
    let mailbox = Mailbox(of: Result<Value, CRUDError>.self)
    start { value, error in
      if let value { mailbox.put(.success(value)) }
      if let error = error as? CRUDError { mailbox.put(.failure(error)) }
    }
    return await mailbox.next()
  }

  private func awaitCallback(
    _ start: (@escaping ((any Error)?) -> Void) -> Void
  ) async -> CRUDError?? {
    let mailbox = Mailbox(of: CRUDError?.self)
    start { error in mailbox.put(error as? CRUDError) }
    return await mailbox.next()
  }

  @Test func `closures get the results of the blocking calls`() async {
    let one = MockTransport(.json(.ok, ["_id": "1", "name": "A"])).crud
    let list = MockTransport(.json(.ok, [["name": "A"]])).crud
    let (author, name) = (Author(name: "A"), ["name": "A" as Any])
    #expect(
      await awaitCallback { list.get(collection: "a").async($0) }
        == .success(Data(#"[{"name":"A"}]"#.utf8)))
    #expect(
      await awaitCallback { list.get(collection: "a").async(object: Author.self, $0) }
        == .success([author]))
    #expect(
      await awaitCallback { one.get(collection: "a").async(id: "1", $0) }
        == .success(Data(#"{"_id":"1","name":"A"}"#.utf8)))
    #expect(
      await awaitCallback { one.get(collection: "a").async(id: "1", object: Author.self, $0) }
        == .success(author))
    let post = one.post(collection: "a")
    #expect(await awaitCallback { post.async(object: author, state: .pub, $0) } == .success("1"))
    #expect(await awaitCallback { post.async(object: name, $0) } == .success("1"))
    #expect(await awaitCallback { post.async(object: Data("{}".utf8), $0) } == .success("1"))
    #expect(
      await awaitCallback { post.asyncChangeState(id: "1", newState: .draft, $0) } == .some(nil))
    let patch = one.patch(collection: "a").update(object: 1, for: "b")
    #expect(await awaitCallback { patch.async(id: "1", $0) } == .success("1"))
    #expect(await awaitCallback { one.delete(collection: "a").async(id: "1", $0) } == .some(nil))
    let counting = MockTransport(.json(.ok, ["count": 3])).crud
    #expect(
      await awaitCallback { counting.delete(collection: "a").async(queryBuilder: nil, $0) }
        == .success(3))
  }

  @Test func `closures get the errors of the blocking calls`() async {
    let crud = MockTransport(.json(.notFound, ["error": "not found"])).crud
    let error = CRUDError.http(statusCode: 404, error: "not found", message: nil)
    #expect(
      await awaitCallback { crud.get(collection: "a").async(object: Author.self, $0) }
        == .failure(error))
    #expect(await awaitCallback { crud.delete(collection: "a").async(id: "1", $0) } == .some(error))
    #expect(
      await awaitCallback {
        crud.post(collection: "a").asyncChangeState(id: "1", newState: .pub, $0)
      }
        == .some(error))
  }

  @Test func `asynchronous calls return the results of the blocking calls`() async throws {
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
