public import Dispatch
public import Foundation
import GhostlightClient
import Synchronization

/// A monitor that shows whether StackMob can be reached, and reports every change.
///
/// The monitor sends a request to the service at regular intervals. Monitoring starts when the app
/// first calls ``currentNetworkStatus()`` or sets a block. Before the first result, the status is
/// unknown. Blocks run and notifications are posted on one queue, by default the main queue. A
/// client's monitor is ``SMClient/networkMonitor``. A monitor can be used from any thread.
///
/// ```swift
/// import StackMob
///
/// func showConnection(of client: SMClient) {
///   client.networkMonitor.setNetworkStatusChange { status in
///     print(status == SMNetworkStatusReachable ? "online" : "offline")
///   }
/// }
/// ```
///
/// - Source: protocol reference B11.
public final class SMNetworkReachability: Sendable {
  private let state = Mutex(ReachabilityState())
  private let probe: @Sendable () async -> Bool
  private let interval: Duration
  private let clock: any Clock<Duration>
  private let queue: DispatchQueue

  /// Creates a monitor with a closure that probes the service and returns whether it has responded.
  ///
  /// `interval` is the time between the end of one probe and the start of the next.
  public init(
    interval: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
    callbackQueue: DispatchQueue = .main, probe: @escaping @Sendable () async -> Bool
  ) {
    self.probe = probe
    self.interval = interval
    self.clock = clock
    queue = callbackQueue
  }

  deinit {
    stopMonitoring()
  }

  /// Returns the status that the last probe found, and starts monitoring.
  public func currentNetworkStatus() -> SMNetworkStatus {
    startMonitoring()
    return state.withLock { $0.status }
  }

  /// Sets a block that is called at every change of the status; `nil` removes the block.
  public func setNetworkStatusChange(_ block: ((SMNetworkStatus) -> Void)?) {
    let callback = block.map { Callback($0) }
    state.withLock { $0.block = callback }
    startMonitoring()
  }

  /// Sets the block of ``setNetworkStatusChange(_:)``; the original Objective-C name.
  public func setNetworkStatusChangeBlock(_ block: ((SMNetworkStatus) -> Void)?) {
    setNetworkStatusChange(block)
  }

  /// Sets a block that is called at every change of the status, and returns a new fetch policy.
  ///
  /// The policy is posted as `SMSetCachePolicyNotification`, which changes the policy of Core Data
  /// stores.
  public func setNetworkStatusChangeBlockWithFetchPolicyReturn(
    _ block: ((SMNetworkStatus) -> SMFetchPolicy)?
  ) {
    let callback = block.map { Callback($0) }
    state.withLock { $0.policyBlock = callback }
    startMonitoring()
  }

  /// Sets a block that is called at every change of the status, and returns a new fetch policy.
  @available(
    *, deprecated, renamed: "setNetworkStatusChangeBlockWithFetchPolicyReturn(_:)"
  )
  public func setNetworkStatusChangeBlockWithCachePolicyReturn(
    _ block: ((SMNetworkStatus) -> SMCachePolicy)?
  ) {
    setNetworkStatusChangeBlockWithFetchPolicyReturn(block)
  }

  /// Probes StackMob once, and sets the status to the result.
  @discardableResult
  public func refreshNetworkStatus() async -> SMNetworkStatus {
    let status = await probe() ? SMNetworkStatusReachable : SMNetworkStatusNotReachable
    setNetworkStatus(status)
    return status
  }

  /// Sets the status as if a probe had found it.
  ///
  /// If the status changes, blocks are called and notifications posted.
  public func setNetworkStatus(_ status: SMNetworkStatus) {
    state.withLock { state in
      guard state.status != status else { return }
      state.status = status
      // Enqueued under the lock, so that changes are reported in the order in which they happen.
      queue.async { [weak self] in self?.announce(status) }
    }
  }

  /// Starts to probe the service at regular intervals, unless monitoring has already started.
  public func startMonitoring() {
    state.withLock { state in
      guard state.monitoring == nil else { return }
      state.monitoring = Task { [weak self, clock, interval] in
        while !Task.isCancelled, await self?.refreshNetworkStatus() != nil {
          guard (try? await clock.sleep(for: interval)) != nil else { return }
        }
      }
    }
  }

  /// Stops probing the service until the app uses the monitor again.
  public func stopMonitoring() {
    state.withLock { state in
      state.monitoring?.cancel()
      state.monitoring = nil
    }
  }

  private func announce(_ status: SMNetworkStatus) {
    let (block, policyBlock) = state.withLock { ($0.block, $0.policyBlock) }
    block?.block(status)
    NotificationCenter.default.post(
      name: SMNetworkStatusDidChangeNotification, object: self,
      userInfo: [SMCurrentNetworkStatusKey: NSNumber(value: status.rawValue)])
    guard let policyBlock else { return }
    NotificationCenter.default.post(
      name: SMSetCachePolicyNotification, object: self,
      userInfo: ["NewCachePolicy": NSNumber(value: policyBlock.block(status).rawValue)])
  }
}

/// The status and the blocks of a reachability monitor.
struct ReachabilityState: Sendable {
  var status = SMNetworkStatusUnknown
  var block: Callback<(SMNetworkStatus) -> Void>?
  var policyBlock: Callback<(SMNetworkStatus) -> SMFetchPolicy>?
  var monitoring: Task<Void, Never>?
}

/// The status of the connection to StackMob, as a monitor last found it.
///
/// Compare it with the constants, such as ``SMNetworkStatusReachable``. The raw values are those of
/// the vendor's SDK, and notifications contain them.
///
/// - Source: protocol reference B11.
public struct SMNetworkStatus: RawRepresentable, Sendable, Hashable {
  /// The number of the status: -1 unknown, 0 not reachable, 1 reachable.
  public let rawValue: Int32

  /// Creates a status from its number, such as the one in a notification's user info.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// The monitor has no result yet, or a connection is still being established.
public let SMNetworkStatusUnknown = SMNetworkStatus(rawValue: -1)

/// There is no connection, or the service is down.
public let SMNetworkStatusNotReachable = SMNetworkStatus(rawValue: 0)

/// The service responds.
public let SMNetworkStatusReachable = SMNetworkStatus(rawValue: 1)

/// The old name of ``SMNetworkStatusUnknown``.
@available(*, deprecated, renamed: "SMNetworkStatusUnknown")
public let Unknown = SMNetworkStatusUnknown

/// The old name of ``SMNetworkStatusNotReachable``.
@available(*, deprecated, renamed: "SMNetworkStatusNotReachable")
public let NotReachable = SMNetworkStatusNotReachable

/// The old name of ``SMNetworkStatusReachable``.
@available(*, deprecated, renamed: "SMNetworkStatusReachable")
public let Reachable = SMNetworkStatusReachable

/// Posted at every change of a monitor's status.
///
/// The user info contains the status as a number under `SMCurrentNetworkStatusKey`.
public let SMNetworkStatusDidChangeNotification = Notification.Name(
  "SMNetworkStatusDidChangeNotification")

/// The user info key for the new status in ``SMNetworkStatusDidChangeNotification``.
///
/// The value is an `NSNumber`; its `int32Value` is the raw value of an ``SMNetworkStatus``.
public let SMCurrentNetworkStatusKey = "SMCurrentNetworkStatusKey"

/// Posted with the fetch policy that a monitor's block has returned.
///
/// The user info contains the policy's raw value as a number under `NewCachePolicy`.
public let SMSetCachePolicyNotification = Notification.Name("SMSetCachePolicyNotification")
