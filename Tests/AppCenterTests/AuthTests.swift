import AppCenter
import Foundation
import TestSupport
import Testing

@Suite struct `Sign-in with a provider` {
  private struct Refused: Error {}

  private func run<Value>(_ body: () async throws -> Value) async rethrows -> Value {
    try await MSAppCenterContext.$current.withValue(`SDK start`.context()) { try await body() }
  }

  private func code(_ body: () async throws -> MSUserInformation) async -> Int? {
    do {
      _ = try await body()
      return nil
    } catch let error as NSError {
      #expect(error.domain == kMSACAuthErrorDomain)
      return error.code
    }
  }

  @Test func `a sign-in calls the provider and stores the account`() async throws {
    try await run {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      let id = "bd45f90e-6eb1-4c47-817e-e59b82b5c03d-B2C_1_sign_in.tenant"
      MSAuth.setSignInProvider { MSUserInformation(accountId: id, idToken: "token") }
      let user = try await MSAuth.signIn()
      #expect(user.accountId == id)
      let context = MSAuthTokenContext.sharedInstance()
      #expect(context.authToken == "token")
      #expect(context.accountId == "bd45f90e-6eb1-4c47-817e-e59b82b5c03d")
      MSAuth.signOut()
      #expect(context.authToken == nil)
      #expect(context.accountId == nil)
    }
  }

  @Test func `a sign-in passes the user to its handler`() async {
    await run {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      MSAuth.setSignInProvider { MSUserInformation(accountId: "a", accessToken: "t") }
      let letters = Mailbox(of: String?.self)
      MSAuth.signIn { user, error in letters.put(error == nil ? user?.accessToken : nil) }
      #expect(await letters.next() == "t")
      #expect(MSAuthTokenContext.sharedInstance().authToken == "t")
    }
  }

  @Test func `a sign-in that cannot start fails with its code`() async {
    await run {
      #expect(await code { try await MSAuth.signIn() } == 100)
      MSAppCenter.start("s", withServices: [MSAuth.self])
      #expect(await code { try await MSAuth.signIn() } == 202)
      MSAuth.setEnabled(false)
      #expect(!MSAuth.isEnabled())
      #expect(await code { try await MSAuth.signIn() } == 100)
    }
  }

  @Test func `a sign-in without a network fails`() async {
    var environment = MSAppCenterEnvironment(transport: `SDK start`.context().environment.transport)
    environment.storage = .memory
    environment.reachability = Network(isReachable: false)
    await MSAppCenterContext.$current.withValue(MSAppCenterContext(environment: environment)) {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      #expect(await code { try await MSAuth.signIn() } == 300)
    }
  }

  @Test func `an error of the provider is the error of the sign-in`() async {
    await run {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      MSAuth.setSignInProvider { throw Refused() }
      await #expect(throws: Refused.self) { try await MSAuth.signIn() }
    }
  }

  @Test func `there is one sign-in at a time, and a sign-out interrupts it`() async {
    await run {
      MSAppCenter.start("s", withServices: [MSAuth.self])
      let tokenRequests = Mailbox(of: Void.self)
      let answer = Mailbox(of: Void.self)
      MSAuth.setSignInProvider {
        tokenRequests.put(())
        _ = await answer.next()
        return MSUserInformation(accountId: "a", idToken: "t")
      }
      let codes = Mailbox(of: Int?.self)
      MSAuth.signIn { _, error in codes.put((error as NSError?)?.code) }
      _ = await tokenRequests.next()
      #expect(await code { try await MSAuth.signIn() } == 200)
      MSAuth.signOut()
      answer.put(())
      #expect(await codes.next() == 201)
      #expect(MSAuthTokenContext.sharedInstance().authToken == nil)
    }
  }

  @Test func `only changes of the account are reported to observers`() async {
    await run {
      let changes = Mailbox(of: [String?].self)
      let context = MSAuthTokenContext.sharedInstance()
      context.observe { old, new in changes.put([old, new]) }
      MSAuthTokenContext.setAuthToken("1", withAccountId: "a")
      MSAuthTokenContext.setAuthToken("2", withAccountId: "a")
      MSAuthTokenContext.setAuthToken(
        "3", withAccountId: "b", expiresOn: Date(timeIntervalSince1970: 5))
      #expect(context.expiresOn == Date(timeIntervalSince1970: 5))
      MSAuthTokenContext.setAuthToken(nil, withAccountId: nil)
      #expect(await changes.next(3) == [[nil, "a"], ["a", "b"], ["b", nil]])
    }
  }
}
