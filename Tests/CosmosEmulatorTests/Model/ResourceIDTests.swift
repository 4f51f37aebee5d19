import GhostlightSigning
import Testing

@testable import CosmosEmulator

@Suite struct `Resource ids of Cosmos DB` {
  private static let collection = ResourceID.database(7).collection(9)

  @Test(arguments: [1, 2, 63, 64, 255, 256, 65_535, 1 << 24, 1 << 40, (1 << 56) - 1] as [UInt64])
  func `a document's number can be read from its resource id`(_ number: UInt64) {
    let text = Self.collection.document(number).text
    #expect(ResourceID.documentNumber(text) == Int(number))
    #expect(ResourceID.documentNumber(text.replacing("-", with: "/")) == Int(number))
  }

  @Test(arguments: [
    "", "A", "====", collection.text, ResourceID.database(7).text,
    "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB==", "AAAAAAAAAAAAAAAAAAAAAA=A",
    "AAAAAAAAAAAAAAAAAAAAAAA=", "AAAAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAA===",
    "AAAAAAAAAAA AAAAAAAAAA==", "AAAAAAAAAAAAAAAAAAAA\u{e9}==",
  ])
  func `a resource id of another kind has no document number`(_ text: String) {
    #expect(ResourceID.documentNumber(text) == nil)
    #expect(ResourceID(text: text)?.bytes.count != 16)
  }
}
