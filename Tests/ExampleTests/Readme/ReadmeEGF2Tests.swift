import EGF2
import Foundation
import Ghostlight
import GhostlightTesting
import Testing

@Test(.ghostlight(.egf2())) func `EGF2 logs a new user in`() async throws {
  let graph = try #require(
    EGF2Graph(name: "app", environment: TestContext.current.environment()))
  try await graph.register(
    withFirstName: "Ada", lastName: "Lovelace", email: "ada@example.com",
    dateOfBirth: Date(timeIntervalSince1970: -4_861_036_800), password: "engine1843")
  try await graph.login(withEmail: "ada@example.com", password: "engine1843")
  try TestContext.current.expect(.post("/v1/login"))
}
