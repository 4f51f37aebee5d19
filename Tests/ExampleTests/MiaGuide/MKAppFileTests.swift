import Foundation
import GhostlightCore
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `The guide on mkCollectionFile` {
  let app = MKAppGuideApp()
  let image = Data([0x89, 0x50, 0x4e, 0x47])

  func print(_ value: Any?) { app.show(value) }

  /// Replaces the UIKit function of this name.
  private func UIImagePNGRepresentation(_ image: Data) -> Data? { image }

  @Test func `mkCollectionFile`() throws {
    try app.run {
      //get picture in NSData format starting from a UImage
      let myData = UIImagePNGRepresentation(image)
      let file = MKCollectionFile(name: "picture.png", data: myData)

      do {
        try file.save()
      } catch {
        print(error)
      }

      var post = MKCollection(name: "a collection")
      post?.setObject(file.collectionId, forKey: "postImage")

      try post.save()
      let id = try #require(post.object(forKey: "postImage") as? String)
      #expect(id.hasSuffix(".png") && id != "picture.png")
      let loaded = try MKCollectionFile.file(withId: id).loadData()
      #expect(loaded == image)
      post = nil
    }
  }

  @Test func `mkCollectionFile: saveInBackground`() async throws {
    let shown = await app.shown {
      let file = MKCollectionFile(name: "picture.png", data: image)
      file.saveInBackground { (saved: MKCollection?, error: Error?) in
        print((saved as? MKCollectionFile)?.name)
      }
    }
    #expect(shown == ["picture.png"])
  }

  @Test func `mkCollectionFile: names do not collide, and the extension sets the type`() throws {
    try app.run {
      let first = MKCollectionFile(name: "picture.png", data: image)
      let second = MKCollectionFile(name: "picture.png", data: image)
      try first.save()
      try second.save()
      #expect(first.collectionId != second.collectionId)
      let query = MIAQuery(collectionName: "files")
      query.addFilter(forKey: "name", relatedBy: .equal, to: "picture.png")
      let found = try query.findObjects()
      #expect(found.count == 2 && found.allSatisfy { $0 is MKCollectionFile })
      try first.delete()
      let error = #expect(throws: MKError.self) {
        try MKCollectionFile.file(withId: second.collectionId ?? "").delete()
        _ = try second.loadData()
      }
      #expect(error?.statusCode == 404)
    }
  }
}
