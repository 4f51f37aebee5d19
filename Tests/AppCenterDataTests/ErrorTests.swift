import AppCenter
import AppCenterScenarios
@testable import AppCenterData
import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Failures` {
  static let badIDs: [String?] = [
    "", "#", "abc#", "#abc", "/", "abc/", "\\", " ", "abc ", " abc", "a b", "?", "abc?", "\t",
    "\n", "a\n", "\u{A0}", "\u{3000}", nil,
  ]

  @Test(arguments: badIDs)
  func `an invalid document id is refused without a request`(_ id: String?) async throws {
    let world = try await World.signedIn()
    let refused = Seen.failed(
      .documentIdInvalid, "Invalid document ID.", partition: "user", id: id)
    #expect(await world.create(id, [:]) == refused)
    #expect(await world.replace(id, [:]) == refused)
    #expect(await world.read(id) == refused)
    #expect(await world.delete(id) == refused)
    #expect(world.emulators.takeRequests().isEmpty)
  }

  @Test func `errors of arguments are reported on the caller's thread`() throws {
    let world = try World()
    var codes: [Int?] = []
    world.use {
      MSData.read(withDocumentId: "", documentType: User.self, partition: "user") {
        codes.append($0.error?.code)
      }
      MSData.read(withDocumentId: "a", documentType: Int.self, partition: "user") {
        codes.append($0.error?.code)
      }
      MSData.create(withDocumentId: "", document: 5, partition: "user") {
        codes.append($0.error?.code)
      }
      MSData.listDocuments(withType: String.self, partition: "user") {
        codes.append($0.currentPage().error?.code)
      }
      MSData.setEnabled(false)
      MSData.replace(withDocumentId: "", document: 5, partition: "user") {
        codes.append($0.error?.code)
        #expect($0.partition == "user")
        #expect($0.error?.domain == "com.Microsoft.AppCenter.Data.ErrorDomain")
      }
    }
    #expect(codes == [207, 101, 101, 101, 3])
    #expect(world.emulators.takeRequests().isEmpty)
  }

  @Test func `before the start every call fails as disabled`() async throws {
    let world = try World(isStarted: false)
    #expect(
      await world.delete("a")
        == Seen(partition: "user", id: "a", code: 3, message: "The service is disabled."))
    #expect(await world.list().code == 3)
    world.use { #expect(!MSData.isEnabled()) }
  }

  private static let aborted = "Error while retrieving cached token, aborting operation: "

  @Test(arguments: [
    (Response(.notFound), "The token store returned 404"),
    (
      Response(.ok, body: Array("{".utf8)),
      "Can't deserialize tokens with error: unexpected end at byte 1"
    ),
    (.json(.ok, [:]), "Invalid token exchange service response."),
    (.json(.ok, ["tokens": []]), "Invalid token exchange service response."),
    (.json(.ok, ["tokens": [["status": "Succeed"]]]), "Invalid token exchange service response."),
    (.json(.ok, ["tokens": [["status": "Failed"]]]), "Token result had a status of Failed"),
    (.json(.ok, ["tokens": [["status": "succeed"]]]), "Token result had a status of succeed"),
  ])
  func `a call without a token is aborted`(_ answer: Response, _ text: String) async throws {
    let world = try World()
    world.emulators.intercept { $0.isForCosmos ? nil : answer }
    let failed = Seen.failed(.cachedToken, Self.aborted + text, partition: nil, id: "a")
    #expect(await world.read("a", in: "readonly") == failed)
    #expect(await world.list(in: "readonly").message == Self.aborted + text)
    #expect(world.emulators.takeRequests().count == 2)
  }

  @Test(arguments: ["", "users", "Readonly", "user-bd45f90e"])
  func `only the two documented partitions exist`(_ name: String) async throws {
    let world = try await World.signedIn()
    #expect(
      await world.read("a", in: name)
        == .failed(
          .cachedToken, Self.aborted + "Invalid partition name \(name)", partition: nil, id: "a"))
  }

  @Test func `without a signed-in user there are no user documents`() async throws {
    let world = try World()
    #expect(
      await world.create("a", [:]).message
        == Self.aborted + "Token result had a status of Unauthenticated")
  }

  private static let cosmos = "Unexpected error while talking to CosmosDB."

  @Test func `refusals by Cosmos DB have code 300 and the status`() async throws {
    let world = try await World.signedIn()
    func failed(_ status: Int, in partition: String = "user") -> Seen {
      .failed(.httpError, Self.cosmos, status: status, partition: partition, id: "a")
    }
    #expect(await world.read("a") == failed(404))
    #expect(await world.delete("a") == failed(404))
    _ = await world.create("a", ["n": 1])
    #expect(await world.create("a", ["n": 2]) == failed(409))
    #expect(
      await world.create("a", ["n": 2], in: "readonly") == failed(403, in: "readonly"))
    let long = String(repeating: "x", count: 2_200_000)
    #expect(await world.replace("a", ["n": long]) == failed(413))
    #expect(await world.read("a").json == #"{"n":1}"#)
  }

  @Test(arguments: [("GET", 201), ("GET", 204), ("DELETE", 200), ("POST", 202), ("POST", 204)])
  func `an unexpected success status is a failure`(_ method: String, _ status: Int) async throws {
    let world = try await World.signedIn()
    world.emulators.intercept { $0.isForCosmos ? Response(.init(code: status)) : nil }
    let seen =
      switch method {
      case "GET": await world.read("a")
      case "DELETE": await world.delete("a")
      default: await world.create("a", [:])
      }
    #expect(seen.code == 300)
    #expect(seen.status == status)
  }

  @Test func `after 401 and 403 a new token is requested`() async throws {
    let world = try await World.signedIn()
    for status in [401, 403] {
      world.emulators.intercept { $0.isForCosmos ? Response(.init(code: status)) : nil }
      #expect(await world.read("a").status == status)
      world.emulators.intercept(nil)
      _ = world.emulators.takeRequests()
      _ = await world.read("a")
      #expect(world.emulators.takeRequests().map(\.isForCosmos) == [false, true])
    }
  }

  @Test func `a model that JSON cannot express is not sent`() async throws {
    let world = try await World.signedIn()
    let failed = Seen.failed(
      .jsonSerializationFailed, "Document dictionary contains values that cannot be serialized.",
      partition: "user", id: "a")
    #expect(await world.create("a", ["set": Set([1])]) == failed)
    #expect(await world.replace("a", ["nan": Double.nan]) == failed)
    #expect(await world.replace("a", ["date": Date(timeIntervalSince1970: 0)]) == failed)
    #expect(world.emulators.takeRequests().allSatisfy { !$0.isForCosmos })
  }

  @Test func `a broken connection has code 300 and its cause`() async throws {
    let world = try await World.signedIn()
    _ = await world.read("a")
    world.emulators.intercept { request in
      guard request.isForCosmos else { return nil }
      var response = Response(.ok)
      response.delivery = .reset
      return response
    }
    await world.use {
      let error = await #expect(throws: MSDataError.self) {
        _ = try await MSData.read(withDocumentId: "a", documentType: User.self, partition: "user")
      }
      #expect(error?.code == 300)
      #expect(error?.userInfo[MSHttpCodeKey] as? Int == 0)
      #expect((error?.innerError as NSError?)?.domain == NSURLErrorDomain)
      #expect((error?.innerError as NSError?)?.code == NSURLErrorNetworkConnectionLost)
    }
  }

  @Test func `an MSDataError bridges to an equal NSError`() {
    let error = MSDataError.cosmos(status: 404) as NSError
    #expect(error.domain == kMSACDataErrorDomain)
    #expect(error.code == 300)
    #expect(error.userInfo[MSHttpCodeKey] as? Int == 404)
    #expect(error.localizedDescription == Self.cosmos)
    #expect(MSDataErrorCode.allCases.map(\.rawValue).sorted().first == 3)
  }
}
