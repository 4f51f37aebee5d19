import Foundation
import GhostlightCore
import HTTPTypes
import Synchronization

/// Reports of the installation and of daily use, which need no call by the app.
///
/// - Source: protocol reference C4 (end), B8.
extension MKAppInstance {
  static let sdkVersion = "1.0.0"

  /// Starts the report in the background.
  ///
  /// Called before every request, but only the first call of the process has an effect.
  package func reportUse() {
    state.withLock { state in
      guard state.reportsUse, state.report == nil else { return }
      // A report that fails is tried again when the app starts the next time.
      state.report = Task { try? await self.sendReport() }
    }
  }

  /// Waits for the report, if it was started.
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

/// The stored state of the reports: the id of the installation and the last reported day.
struct MKInstallation: Sendable, Hashable {
  static let name = "mia-installation.json"

  var id: String
  /// The last day of use that was reported, in UTC, such as `2017-01-20`.
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
