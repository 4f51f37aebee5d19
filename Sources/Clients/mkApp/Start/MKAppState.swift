import Dispatch
import Foundation

/// What an instance knows at the moment.
struct MKAppState: Sendable {
  var projectName: String?
  var secret: String?
  var endpoint: String?
  var template = "https://{project}.baas.invalid"
  var datesInSeconds = false
  var lowerCasesNames = false
  var logsRequests = false
  var reportsUse = true
  var callbackQueue: DispatchQueue
  var directory: URL?
  var sessionID: String?
  var user: MKUser?
  /// The report of this process's use, once it was begun.
  var report: Task<Void, Never>?

  init(callbackQueue: DispatchQueue) { self.callbackQueue = callbackQueue }
}
