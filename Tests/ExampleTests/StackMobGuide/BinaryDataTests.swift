import Foundation
import GhostlightCore
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on binary data` {
  @Test func `Add a Binary Schema Field`() async throws {
    // This test adds the field by hand, as in the dashboard. The other tests leave it to inference.
    let app = try GuideApp()
    try app.setUp("schema exists", ["name": "scan", "fields": ["page": "binary"]])
    let page = SMBinaryDataConversion.string(
      forBinaryData: Data([1]), name: "page.tif", contentType: "image/tiff")
    let scan = try await app.client.dataStore().createObject(["page": page], inSchema: "scan")
    #expect((scan["page"] as? String)?.hasSuffix("/page.tif") == true)
  }

  @Test func `Saving Binary Data`() async throws {
    let app = try GuideApp()
    let theData = Data([0xFF, 0xD8, 0xFF, 0xE0])

    let picData = SMBinaryDataConversion.string(
      forBinaryData: theData, name: "whateverNameYouWant", contentType: "image/jpg")

    let saved = try await app.client.dataStore().createObject(["pic": picData], inSchema: "todo")
    let url = try #require(saved["pic"] as? String)
    #expect(url.hasPrefix("http") && url.hasSuffix("/whateverNameYouWant"))
    #expect(try app.download(url) == theData)
  }

  @Test(arguments: [
    "http://s3.amazonaws.com/bucket/todo/1/pic.png",
    SMBinaryDataConversion.string(
      forBinaryData: Data("pixels".utf8), name: "pic.png", contentType: "image/png"),
  ])
  func `Working Offline`(_ picString: String) throws {
    if SMBinaryDataConversion.stringContainsURL(picString) {
      let urlForPic = URL(string: picString)
      #expect(urlForPic?.lastPathComponent == "pic.png")
    } else {
      let data = try SMBinaryDataConversion.data(for: picString)
      #expect(data == Data("pixels".utf8))
    }
  }

  @Test func `Binary Data using the Datastore API`() async throws {
    let app = try GuideApp()
    let objects = Mailbox(of: String?.self)

    let picData = """
      Content-Type: image/png
      Content-Disposition: attachment; filename=profile_pic.png
      Content-Transfer-Encoding: base64

      iVBORw0KGgoAAAANSUhEUgAA
      """
    let objectToCreate = ["comment_id": "1234", "photo": picData]
    app.client.dataStore().createObject(
      objectToCreate, inSchema: "Comment",
      onSuccess: { object, _ in
        objects.put(object["photo"] as? String)
      },
      onFailure: { error, _, _ in
        Issue.record(error)
      })

    let url = try #require(await objects.next() ?? nil)
    #expect(url.hasSuffix("/profile_pic.png"))
    #expect(try app.download(url) == Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAA"))
  }
}
