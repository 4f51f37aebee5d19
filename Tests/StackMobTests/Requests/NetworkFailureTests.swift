import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import TestSupport
import Testing

@testable import StackMob

@Suite(.limitedConcurrency) struct `Network failures` {
  private func client(_ error: TransportError) throws -> SMClient {
    try .of(MockTransport(), loggedIn: true) {
      $0.transport = Transport { _ throws(TransportError) in throw error }
    }
  }

  @Test func `without a network a request fails with -105`() async throws {
    let client = try client(.notConnectedToInternet("no route"))
    let error = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    #expect(
      error
        == NSError(
          domain: "SMError", code: -105, userInfo: [NSLocalizedDescriptionKey: "no route"]))
    #expect(client.networkMonitor.currentNetworkStatus() == SMNetworkStatusNotReachable)
    client.networkMonitor.stopMonitoring()
  }

  @Test(arguments: [
    (TransportError.cannotConnect("refused"), -1004), (.cannotFindHost("who?"), -1003),
  ]) func `an unreachable service fails with the URL loading system's error`(
    _ failure: TransportError, _ code: Int
  ) async throws {
    let client = try client(failure)
    let error = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    #expect(
      error
        == NSError(
          domain: NSURLErrorDomain, code: code,
          userInfo: [NSLocalizedDescriptionKey: failure.description]))
    #expect(client.networkMonitor.currentNetworkStatus() == SMNetworkStatusNotReachable)
    client.networkMonitor.stopMonitoring()
  }

  @Test func `a timeout is a URL loading error, but -105 for a login`() async throws {
    let client = try client(.timedOut)
    let error = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    #expect(error.map(Blocks.text) == "NSURLErrorDomain -1001")
    let login = await #expect(throws: NSError.self) {
      try await client.login(withUsername: "jack", password: "pw")
    }
    #expect(login.map(Blocks.text) == "SMError -105")
    #expect(client.isLoggedIn())
  }

  @Test func `a refresh that gets no response is -105 inside -109`() async throws {
    let client = try client(.connectionReset)
    client.session.expiration = nil
    let error = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    let inner = error?.userInfo[SMRefreshErrorObjectKey] as? any Error
    #expect(error.map(Blocks.text) == "SMError -109")
    #expect(inner.map(Blocks.text) == "SMError -105")
  }

  @Test func `without a refresh token the block gets -100 inside -109`() async throws {
    let client = try SMClient.of(MockTransport())
    let blocks = Blocks()
    client.setTokenRefreshFailureBlock { error, original in
      let info = (error as NSError).userInfo
      let inner = (info[SMRefreshErrorObjectKey] as? any Error).map(Blocks.text)
      let first = info[SMOriginalErrorCausingRefreshKey] == nil ? "no original" : "original"
      blocks.receive("\(Blocks.text(of: error)), \(inner ?? "-"), \(first)")
      original(error)
    }
    let queue = DispatchQueue(label: "blocks")
    let session = client.session
    let call = PendingCall(session: session) { () async throws(CallFailure) in
      try await session.refresh(replacing: nil, original: nil)
    }
    let received = await blocks.next {
      call.deliver(on: queue, queue, onSuccess: nil, onFailure: blocks.failure)
    }
    queue.sync {}
    #expect(received == "SMError -109, SMError -100, no original")
    #expect(blocks.received == [received, "SMError -109"])
  }

  @Test func `a refresh without a refresh token is -100 inside -109`() async throws {
    let client = try SMClient.of(MockTransport())
    let failure = await #expect(throws: CallFailure.self) {
      try await client.session.refresh(replacing: nil, original: nil)
    }
    let inner = (failure?.error as NSError?)?.userInfo[SMRefreshErrorObjectKey] as? any Error
    #expect(failure?.isRefreshFailure == true)
    #expect(inner.map(Blocks.text) == "SMError -100")
  }
}
