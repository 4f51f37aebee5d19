import GhostlightCore
import GhostlightSync
import HTTPTypes
import SyncFixtures
import TestSupport
import Testing
import mkApp

@testable import MIASync

@Suite(.limitedConcurrency) struct `The backend of MIASync` {
  private let project: MiaProject
  private let service: BaaSService

  init() throws {
    project = try MiaProject()
    let instance = MKAppInstance(MKEnvironment(transport: project.transport))
    instance.APIEndpoint = "http://127.0.0.1:4402"
    instance.APISecret = MiaProject.secret
    instance.analyticsEnabled = false
    service = BaaSService(instance)
  }

  @Test(
    arguments: [
      (nil, "open"), (200, "open"), (299, "open"), (300, "refused"), (404, "refused"),
      (499, "refused"), (500, "open"), (503, "open"),
    ] as [(Int?, String)])
  func `an error leaves a write open unless the backend refused it`(
    _ status: Int?, _ outcome: String
  ) {
    let error = MKError(.invalidResponse, statusCode: status, message: "x")
    #expect("\(service.outcome(of: error))" == outcome)
    #expect("\(service.outcome(of: CancellationError()))" == "open")
  }

  @Test(
    arguments: [
      ("0/0", .live, [Marks.push]), ("2/0", .draft, []),
      ("0/1", .discarded, [Marks.push, Marks.trash]),
      ("2/1", .discarded, [Marks.trash]), ("3/0", .undefined, []),
    ] as [(String, RemoteDocument.Standing, [String])])
  func `an item fulfils a push if it is published, and the trash if it is there`(
    _ state: String, _ standing: RemoteDocument.Standing, _ marks: [String]
  ) {
    let document = RemoteDocument(
      id: "1", createdAt: nil, updatedAt: 0, creatorID: nil, updaterID: nil, state: state,
      standing: standing, fields: [:])
    let all = [Marks.push, Marks.trash, Marks.delete]
    #expect(all.filter { service.fulfils(document, $0) } == marks)
  }

  @Test func `an item has the backend's members and the app's fields`() async throws {
    let whole: JSON = [
      "id": "1", "createdAt": 5, "updatedAt": 7.5, "creatorId": "c", "updaterId": "u", "sync": 2,
      "trash": 1, "title": "n",
    ]
    project.intercept { _ in .json(.ok, [whole, ["id": "2", "updatedAt": 9]]) }
    let page = try await service.page(of: "News", after: PullCursor(nil))
    #expect(page.isLast)
    #expect(
      page.documents == [
        RemoteDocument(
          id: "1", createdAt: 5, updatedAt: 8, creatorID: "c", updaterID: "u", state: "2/1",
          standing: .discarded, fields: ["title": "n"]),
        RemoteDocument(
          id: "2", createdAt: nil, updatedAt: 9, creatorID: nil, updaterID: nil, state: "0/0",
          standing: .live, fields: [:]),
      ])
  }

  @Test(arguments: [["id": "1"], ["updatedAt": 1], ["id": 1, "updatedAt": 1]] as [JSON])
  func `an item needs an id and a time of change`(_ item: JSON) async {
    project.intercept { _ in .json(.ok, [item]) }
    let error = await #expect(throws: SyncError.self) {
      try await service.page(of: "News", after: PullCursor(nil))
    }
    #expect(error == .unexpectedAnswer("an item does not have id and updatedAt."))
  }
}
