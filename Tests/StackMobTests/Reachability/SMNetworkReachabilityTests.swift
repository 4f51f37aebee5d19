import Dispatch
import Foundation
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobScenarios
import Synchronization
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Network monitor` {
  @Test func `the network status is unknown before the first probe`() {
    let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
    let monitor = SMNetworkReachability { await answers.first { _ in true } ?? false }
    #expect(monitor.currentNetworkStatus() == SMNetworkStatusUnknown)
    monitor.stopMonitoring()
    answer.finish()
  }

  @Test(arguments: [(true, SMNetworkStatusReachable), (false, SMNetworkStatusNotReachable)])
  func `a probe sets the network status`(
    _ answers: Bool, _ status: SMNetworkStatus
  ) async {
    let monitor = SMNetworkReachability { answers }
    #expect(await monitor.refreshNetworkStatus() == status)
    #expect(monitor.currentNetworkStatus() == status)
    monitor.stopMonitoring()
  }

  @Test func `the client's monitor probes the API host and accepts any response`() async throws {
    let stage = MockTransport(Response(.serviceUnavailable))
    let monitor = try stage.client().networkMonitor
    #expect(await monitor.refreshNetworkStatus() == SMNetworkStatusReachable)
    #expect(stage.texts == ["HEAD http://api.stackmob.com/\n"])
  }

  @Test func `the monitor probes at each interval and reports only changes`() async {
    let answers = Answers([true, true, false, true])
    let clock = StepClock()
    let monitor = SMNetworkReachability(interval: .seconds(7), clock: clock) { answers.next() }
    let (changes, continuation) = AsyncStream.makeStream(of: SMNetworkStatus.self)
    monitor.setNetworkStatusChange { continuation.yield($0) }
    var pauses: [Duration] = []
    for _ in 0..<3 { pauses.append(await clock.wakeNext()) }
    await clock.waitForSleeper()
    monitor.stopMonitoring()
    var statuses: [SMNetworkStatus] = []
    for await status in changes.prefix(3) { statuses.append(status) }
    #expect(pauses == [.seconds(7), .seconds(7), .seconds(7)])
    #expect(
      statuses == [
        SMNetworkStatusReachable, SMNetworkStatusNotReachable, SMNetworkStatusReachable,
      ])
  }

  @Test func `a change calls block, observers and policy block in this order`() async {
    let queue = DispatchQueue(label: "network monitor")
    let monitor = SMNetworkReachability(callbackQueue: queue) { false }
    let (events, continuation) = AsyncStream.makeStream(of: String.self)
    let observers = [
      observe(SMNetworkStatusDidChangeNotification, of: monitor) {
        continuation.yield("status \($0[SMCurrentNetworkStatusKey] ?? "")")
      },
      observe(SMSetCachePolicyNotification, of: monitor) {
        continuation.yield("policy \($0["NewCachePolicy"] ?? "")")
      },
    ]
    monitor.setNetworkStatusChange { continuation.yield("block \($0.rawValue)") }
    monitor.setNetworkStatusChangeBlockWithFetchPolicyReturn { status in
      continuation.yield("policy block \(status.rawValue)")
      return SMFetchPolicyCacheOnly
    }
    monitor.stopMonitoring()
    monitor.setNetworkStatus(SMNetworkStatusNotReachable)
    var seen: [String] = []
    for await event in events.prefix(4) { seen.append(event) }
    #expect(seen == ["block 0", "status 0", "policy block 0", "policy 1"])
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
  }

  private func observe(
    _ name: Notification.Name, of monitor: SMNetworkReachability,
    _ body: @escaping @Sendable ([AnyHashable: Any]) -> Void
  ) -> any NSObjectProtocol {
    NotificationCenter.default.addObserver(forName: name, object: monitor, queue: nil) {
      body($0.userInfo ?? [:])
    }
  }
}

extension `Network monitor` {
  /// The results that successive probes return; the last result is repeated.
  final class Answers: Sendable {
    private let rest: Mutex<[Bool]>

    init(_ answers: [Bool]) { rest = Mutex(answers) }

    func next() -> Bool {
      rest.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? false }
    }
  }
}
