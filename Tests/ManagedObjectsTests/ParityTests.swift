import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Checks that all kinds of store behave in the same way.
///
/// ``ParityXCTests`` checks the same behaviours under XCTest, and another program does in an
/// asynchronous `main`.
@Suite(.limitedConcurrency) struct `Every store` {
  @Test(arguments: StoreKind.allCases, Behaviour.all.map(\.name))
  func `each behaviour passes`(_ kind: StoreKind, _ name: String) async throws {
    let behaviour = try #require(Behaviour.all.first { $0.name == name })
    try await behaviour.check(kind)
  }

  @Test func `the behaviours also pass in a program with an asynchronous main`() throws {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "ManagedObjectsParity")
    try #require(
      FileManager.default.fileExists(atPath: program.path), "no program beside the tests")
    let process = try ChildProcess(program)
    let text = try process.output?.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    #expect(text == "\(Behaviour.all.count * StoreKind.allCases.count) held, 0 unmet\n")
    #expect(process.wait() == 0)
  }
}
