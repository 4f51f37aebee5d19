import Foundation
import mkApp

func miaFirstRequest(url: String, key: String) async throws {
  let app = MKAppInstance(emulator: URL(string: "\(url)"), secret: "\(key)")
  try await MKAppInstance.$current.withValue(app) {
    let book = MKCollection(name: "books")
    book?.setObject("Hello", forKey: "title")
    try await book?.save()
    print(try await MIAQuery(collectionName: "books").findObjects())
  }
}
