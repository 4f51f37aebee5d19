import AppCenterData
import GhostlightCore
import TestExecutors

/// Scenarios for lists of documents, page by page.
extension Scenario {
  private static let two: [Given] = [
    .document("1", ["n": 1]), .document("2", ["n": 2]), .document("3", ["n": 3], in: "readonly"),
  ]

  static let listing = [
    Scenario(
      "Fetching a list of Documents", given: two,
      expects: [
        .page(
          items: [
            SDKValue.seen("1", #"{"n":1}"#, tag: 1), SDKValue.seen("2", #"{"n":2}"#, tag: 2),
          ],
          hasNext: false),
        .page(
          items: [SDKValue.seen("3", #"{"n":3}"#, tag: 3, in: "readonly")], hasNext: false),
      ]
    ) { device in
      try device.signIn()
      return [
        .page(await device.world.list()),
        .page(await device.world.list(in: kMSDataAppDocumentsPartition)),
      ]
    },
    Scenario(
      "Fetching a list of Documents with options", given: two,
      expects: [
        .page(
          items: [
            SDKValue.seen("1", #"{"n":1}"#, tag: 1), SDKValue.seen("2", #"{"n":2}"#, tag: 2),
          ],
          hasNext: false),
        .page(
          items: [
            SDKValue.seen("1", #"{"n":1}"#, tag: 1, isFromDevice: true),
            SDKValue.seen("2", #"{"n":2}"#, tag: 2, isFromDevice: true),
          ], hasNext: false), .page(items: [], hasNext: false),
      ]
    ) { device in
      try device.signIn()
      let options = MSReadOptions(deviceTimeToLive: 60)
      let online = await device.world.list(options: options)
      device.world.setOnline(false)
      let offline = await device.world.list(options: options)
      try device.pass(60)
      return [.page(online), .page(offline), .page(await device.world.list())]
    },
    Scenario(
      "Pagination", given: (1...150).map { Given.document("\($0)", [:]) },
      expects: [
        .words("100 from 1 to 100, more: true"), .words("50 from 101 to 150, more: false"),
        .words("no page"),
      ]
    ) { device in
      try device.signIn()
      return try await device.world.use {
        let documents = try await MSData.listDocuments(
          withType: MSDictionaryDocument.self, partition: kMSDataUserDocumentsPartition)
        var values = [words(documents.currentPage(), documents.hasNextPage())]
        let next = try await documents.nextPage()
        values.append(words(next, documents.hasNextPage()))
        values.append(words(try await documents.nextPage(), documents.hasNextPage()))
        return values
      }
    },
  ]

  private static func words(_ page: MSPage?, _ hasNext: Bool) -> SDKValue {
    guard let items = page?.items else { return .words("no page") }
    let (first, last) = (items.first?.documentId ?? "-", items.last?.documentId ?? "-")
    return .words("\(items.count) from \(first) to \(last), more: \(hasNext)")
  }
}
