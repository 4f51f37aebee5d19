public import Dispatch
public import Foundation
import GhostlightClient
import Synchronization

/// Whether StackMob can be reached: asks now and then, and tells of every change.
///
/// Asking begins when the app first shows interest: with ``currentNetworkStatus()``, or with a
/// block. Until the first answer the status is unknown. Blocks run and notifications are posted on
/// one queue, the main one unless told otherwise.
///
/// - Source: protocol reference B11.
public final class SMNetworkReachability: Sendable {
  private let state = Mutex(ReachabilityState())
  private let probe: @Sendable () async -> Bool
  private let interval: Duration
  private let clock: any Clock<Duration>
  private let queue: DispatchQueue

  /// A monitor that asks by a closure, which tells whether there was any answer.
  ///
  /// Between two questions it waits for the interval.
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

  /// The status as of the last answer.
  public func currentNetworkStatus() -> SMNetworkStatus {
    startMonitoring()
    return state.withLock { $0.status }
  }

  /// Sets a block to run at every change of the status; nil for none.
  public func setNetworkStatusChange(_ block: ((SMNetworkStatus) -> Void)?) {
    let callback = block.map { Callback($0) }
    state.withLock { $0.block = callback }
    startMonitoring()
  }

  /// Sets a block to run at every change of the status, by the selector's original name.
  public func setNetworkStatusChangeBlock(_ block: ((SMNetworkStatus) -> Void)?) {
    setNetworkStatusChange(block)
  }

  /// Sets a block that answers every change of the status with a policy for fetches.
  ///
  /// The policy is posted as `SMSetCachePolicyNotification`.
  public func setNetworkStatusChangeBlockWithFetchPolicyReturn(
    _ block: ((SMNetworkStatus) -> SMFetchPolicy)?
  ) {
    let callback = block.map { Callback($0) }
    state.withLock { $0.policyBlock = callback }
    startMonitoring()
  }

  /// Sets a block that answers every change of the status with a policy for fetches.
  @available(
    *, deprecated, renamed: "setNetworkStatusChangeBlockWithFetchPolicyReturn(_:)"
  )
  public func setNetworkStatusChangeBlockWithCachePolicyReturn(
    _ block: ((SMNetworkStatus) -> SMCachePolicy)?
  ) {
    setNetworkStatusChangeBlockWithFetchPolicyReturn(block)
  }

  /// Asks once whether StackMob answers, and takes the answer as status.
  @discardableResult
  public func refreshNetworkStatus() async -> SMNetworkStatus {
    let status = await probe() ? SMNetworkStatusReachable : SMNetworkStatusNotReachable
    setNetworkStatus(status)
    return status
  }

  /// Takes a status as if it had been found; a change runs blocks and posts notifications.
  public func setNetworkStatus(_ status: SMNetworkStatus) {
    state.withLock { state in
      guard state.status != status else { return }
      state.status = status
      // under the lock, so that changes arrive in their order
      queue.async { [weak self] in self?.announce(status) }
    }
  }

  /// Begins to ask now and then; nothing changes if that has begun.
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

  /// Ends asking until the next interest.
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

/// What a reachability monitor knows and whom it tells.
struct ReachabilityState: Sendable {
  var status = SMNetworkStatusUnknown
  var block: Callback<(SMNetworkStatus) -> Void>?
  var policyBlock: Callback<(SMNetworkStatus) -> SMFetchPolicy>?
  var monitoring: Task<Void, Never>?
}

/// Whether StackMob can be reached, as far as is known.
///
/// - Source: protocol reference B11.
public struct SMNetworkStatus: RawRepresentable, Sendable, Hashable {
  /// -1 unknown, 0 not reachable, 1 reachable.
  public let rawValue: Int32

  /// A status of a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }
}

/// Nothing is known yet, or a connection is still being set up.
public let SMNetworkStatusUnknown = SMNetworkStatus(rawValue: -1)

/// There is no connection, or the service is down.
public let SMNetworkStatusNotReachable = SMNetworkStatus(rawValue: 0)

/// The service answers.
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

/// Posted at every change of a monitor's status, which stands under `SMCurrentNetworkStatusKey`.
public let SMNetworkStatusDidChangeNotification = Notification.Name(
  "SMNetworkStatusDidChangeNotification")

/// The key of the status, a number for `int32Value`, in the user info of a change.
public let SMCurrentNetworkStatusKey = "SMCurrentNetworkStatusKey"

/// Posted with the policy for fetches that a monitor's block answered, under `NewCachePolicy`.
public let SMSetCachePolicyNotification = Notification.Name("SMSetCachePolicyNotification")
