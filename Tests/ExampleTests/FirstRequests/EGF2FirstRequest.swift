import EGF2
import Foundation

func egf2FirstRequest(url: String, key: String) async throws {
  let graph = EGF2Graph(name: "app", emulator: URL(string: "\(url)"))
  try await graph?.register(
    withFirstName: "Ada", lastName: "Lovelace", email: "ada@example.com",
    dateOfBirth: Date(timeIntervalSince1970: -4_861_036_800), password: "engine1843")
}
