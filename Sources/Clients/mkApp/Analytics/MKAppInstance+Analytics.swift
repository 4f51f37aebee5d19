import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// Usage reports: the app's installation and daily use, reported without a call by the app.
///
/// - Source: protocol reference C4 (end), B8.
extension MKAppInstance {
  static let sdkVersion = "1.0.0"

  /// Starts to send the usage report in the background.
  ///
  /// The module calls it before every request, but only the process's first call has an effect.
  package func reportUse() {
    state.withLock { state in
      guard state.reportsUse, state.report == nil else { return }
      // If the report fails, it is sent again when the app starts the next time.
      state.report = Task { try? await self.sendReport() }
    }
  }

  /// Waits until the usage report was sent or has failed; returns immediately if none was started.
  package func reported() async { await state.withLock { $0.report }?.value }

  private func sendReport() async throws(MKError) {
    let milliseconds = Int64(environment.now().timeIntervalSince1970 * 1000)
    let day = String(ISODate.format(milliseconds: milliseconds).prefix(10))
    let kept = store.bytes(named: MKInstallation.name).flatMap { MKInstallation($0) }
    var installation = kept ?? MKInstallation(id: environment.makeIdentifier())
    if kept == nil {
      try await post("installation", installation.id, day, milliseconds)
      store.setBytes(installation.bytes, named: MKInstallation.name)
    }
    guard installation.day != day else { return }
    try await post("dailyuse", installation.id, day, milliseconds)
    installation.day = day
    store.setBytes(installation.bytes, named: MKInstallation.name)
  }

  private func post(
    _ type: String, _ id: String, _ day: String, _ milliseconds: Int64
  ) async throws(MKError) {
    let body: JSON = [
      "type": .string(type), "installationId": .string(id), "day": .string(day),
      "timestamp": .integer(milliseconds), "platform": .string(Self.platform),
      "sdk": "mkApp", "sdkVersion": .string(Self.sdkVersion),
      "appVersion": .string(environment.appVersion),
    ]
    let draft = RequestDraft(.post, "analytics", isFolder: true).sending(body)
    let response = try await deliver(try request(draft))
    guard response.status.code < 400 else { throw MKError(response) }
  }

  private static var platform: String {
    #if os(Linux)
      "linux"
    #elseif os(macOS)
      "macos"
    #else
      "ios"
    #endif
  }
}

/// The stored state of the usage reports: the installation's id and the last reported day.
struct MKInstallation: Sendable, Hashable {
  static let name = "mia-installation.json"

  var id: String
  /// The last day whose use was reported, in UTC, such as `2017-01-20`; `nil` before the first
  /// report.
  var day: String?

  init(id: String) { self.id = id }

  init?(_ bytes: [UInt8]) {
    guard let json = try? JSON.parse(bytes), let id = json["id"]?.string else { return nil }
    self.init(id: id)
    day = json["day"]?.string
  }

  var bytes: [UInt8] {
    let json: JSON = ["id": .string(id), "day": day.map(JSON.string) ?? .null]
    return json.bytes
  }
}
