import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes
import StackMob
import Synchronization
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Social callbacks` {
  @Test func `results and failures of social calls run on their own queues`() async throws {
    let stage = MockTransport(.json(.ok, ["id": "f"]), .json(.unauthorized, ["error": "no"]))
    let client = try stage.client()
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let (good, bad) = (queue("good"), queue("bad"))
    var received: [String] = []
    for _ in 0..<2 {
      client.getLoggedInUserFacebookInfo(
        successCallbackQueue: good, failureCallbackQueue: bad,
        onSuccess: { continuation.yield("\(Self.here) \($0["id"] ?? "")") },
        onFailure: { continuation.yield("\(Self.here) \(($0 as NSError).domain)") })
      for await event in events.prefix(1) { received.append(event) }
    }
    #expect(received == ["good f", "bad HTTP"])
  }

  @Test func `a social call without an argument fails immediately`() throws {
    let client = try MockTransport().client()
    let codes = Mutex<[Int]>([])
    client.login(withFacebookToken: nil, onSuccess: nil) { error in
      codes.withLock { $0.append((error as NSError).code) }
    }
    client.unlinkLoggedInUserFromGigya(onSuccess: nil, onFailure: nil)
    #expect(codes.withLock { $0 } == [-100])
  }

  @Test func `the old forms of social logins still work`() async throws {
    let stage = MockTransport(.json(.ok, ["stackmob": ["user": ["username": "bob"]]]))
    let client = try stage.client()
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let forms: any OldForms = OldSocialLogins(client: client)
    forms.call { continuation.yield($0) }
    var names: [String] = []
    for await name in events.prefix(3) { names.append(name) }
    #expect(names == ["bob", "bob", "bob"])
    #expect(
      Set(stage.requests.map(\.target.raw)) == [
        "/user/facebookAccessToken", "/user/twitterAccessToken", "/user/gigyaAccessToken",
      ])
  }

  private static let key = DispatchSpecificKey<String>()

  private static var here: String { DispatchQueue.getSpecific(key: key) ?? "elsewhere" }

  private func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: Self.key, value: name)
    return queue
  }
}
