import Foundation
import StackMob

func stackMobFirstRequest(url: String, key: String) async throws {
  let client = try SMClient(emulator: URL(string: "\(url)"), publicKey: "\(key)")
  let todo = try await client.dataStore().createObject(["title": "Hello"], inSchema: "todo")
  print(todo)
}
