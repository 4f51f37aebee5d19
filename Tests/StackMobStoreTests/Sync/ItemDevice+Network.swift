import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import SyncFixtures
import Synchronization

typealias Loss = LossyNetwork.Loss

extension Loss {
  /// The error response that the device gets instead of the server's response; `nil` for other
  /// losses.
  fileprivate var refusal: Response? {
    switch self {
    case .unauthorized: .json(.unauthorized, ["error": "log in"])
    case .conflict: .json(.conflict, ["error": "try again"])
    case .unavailable: .json(.serviceUnavailable, ["error": "starting"])
    default: nil
    }
  }
}

extension ItemDevice {
  /// The device's network connection, which can be turned off and can lose requests.
  final class Network: Sendable {
    private let online = Mutex(true)

    private let hook = Mutex<(@Sendable (Request) async -> Void)?>(nil)

    /// The loss to come after a countdown of requests, the app's folder, and the folder's copy
    /// after a kill.
    private struct Losing {
      var loss: Loss?
      var countdown = 0
      var isOfWrites = true
      var folder: URL?
      var remains: URL?
    }

    private let losing = Mutex(Losing())

    /// Sets the loss for the request with this number; the next request has number 1.
    ///
    /// With `ofWrites`, only writes are counted.
    ///
    /// If the loss kills the app, `remains()` returns a copy of the folder as it was at that
    /// moment.
    func lose(_ loss: Loss?, at number: Int, ofWrites: Bool, in folder: URL) {
      losing.withLock {
        $0 = Losing(
          loss: loss, countdown: number, isOfWrites: ofWrites, folder: folder, remains: $0.remains)
      }
    }

    /// Returns the copied folder of a killed app, or `nil` if it was not killed, and forgets the
    /// copy.
    func remains() -> URL? {
      losing.withLock { losing in
        defer { losing.remains = nil }
        return losing.remains
      }
    }

    /// Whether the app was killed and has not been started again.
    var isDead: Bool { losing.withLock { $0.remains != nil } }

    private func dueLoss(_ isWrite: Bool) -> Loss? {
      losing.withLock { losing in
        guard isWrite || !losing.isOfWrites else { return nil }
        losing.countdown -= 1
        return losing.countdown == 0 ? losing.loss : nil
      }
    }

    private func die() {
      losing.withLock { losing in
        guard let folder = losing.folder else { return }
        let copy = folder.deletingLastPathComponent()
          .appendingPathComponent("items-\(UUID().uuidString)")
        try? FileManager.default.copyItem(at: folder, to: copy)
        losing.remains = copy
      }
    }

    /// Sets a block that runs after the next write was processed, before the device gets its
    /// response.
    func afterWrite(_ body: (@Sendable (Request) async -> Void)?) { hook.withLock { $0 = body } }

    func exchange(_ request: Request, _ way: Transport) async throws(TransportError) -> Response {
      guard isOn else { throw .notConnectedToInternet("off") }
      if isDead { throw .connectionReset }
      let isWrite = ![.get, .head].contains(request.method)
      let loss = dueLoss(isWrite)
      if let refusal = loss?.refusal { return refusal }
      if loss == .killBefore { die() }
      if let loss, !loss.reachesService { throw .connectionReset }
      let response = try await way.send(request)
      if loss == .killAfter { die() }
      if loss != nil { throw .emptyReply }
      guard isWrite else { return response }
      let body = hook.withLock { hook in
        defer { hook = nil }
        return hook
      }
      await body?(request)
      return response
    }

    var isOn: Bool {
      get { online.withLock { $0 } }
      set { online.withLock { $0 = newValue } }
    }
  }
}
