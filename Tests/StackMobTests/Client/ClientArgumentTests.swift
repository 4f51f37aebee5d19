import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Client calls without an argument` {
  /// One test case: a call with a missing argument.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let call: @Sendable (SMClient, @escaping SMResultSuccessBlock, @escaping SMFailureBlock) -> Void
    let wait: @Sendable (SMClient) async throws -> Void
  }

  private static let rows = [
    Row(
      testDescription: "login without a name",
      call: { $0.login(withUsername: nil, password: "pw", onSuccess: $1, onFailure: $2) },
      wait: { _ = try await $0.login(withUsername: nil, password: "pw") }),
    Row(
      testDescription: "login without a password",
      call: { $0.login(withUsername: "jack", password: nil, onSuccess: $1, onFailure: $2) },
      wait: { _ = try await $0.login(withUsername: "jack", password: nil) }),
    Row(
      testDescription: "temporary login without a new password",
      call: {
        $0.login(
          withUsername: "jack", temporaryPassword: "t", settingNewPassword: nil, onSuccess: $1,
          onFailure: $2)
      },
      wait: {
        _ = try await $0.login(
          withUsername: "jack", temporaryPassword: "t", settingNewPassword: nil)
      }),
    Row(
      testDescription: "forgot password without a name",
      call: { $0.sendForgotPaswordEmail(forUser: nil, onSuccess: $1, onFailure: $2) },
      wait: { try await $0.sendForgotPaswordEmail(forUser: nil) }),
    Row(
      testDescription: "change of password without the old one",
      call: { $0.changeLoggedInUserPassword(from: nil, to: "n", onSuccess: $1, onFailure: $2) },
      wait: { try await $0.changeLoggedInUserPassword(from: nil, to: "n") }),
    Row(
      testDescription: "change of password without the new one",
      call: { $0.changeLoggedInUserPassword(from: "o", to: nil, onSuccess: $1, onFailure: $2) },
      wait: { try await $0.changeLoggedInUserPassword(from: "o", to: nil) }),
  ]

  @Test(arguments: rows) func `a client call without an argument fails with -100`(_ row: Row)
    async
    throws
  {
    let stage = MockTransport(.json(.ok, [:]))
    let client = try SMClient.of(stage)
    let blocks = Blocks()
    row.call(client, blocks.result(), blocks.failure)
    #expect(blocks.received == ["SMError -100"])
    let error = await #expect(throws: (any Error).self) { try await row.wait(client) }
    #expect(error.map { SMErrorInvalidArguments ~= $0 } == true)
    #expect(stage.requests == [])
  }
}
