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
  /// How often the session has changed.
  var sessionChanges = 0
  /// How often a session has been asked for anew because the old one was dead.
  var renewals = 0
  /// The report of this process's use, once it was begun.
  var report: Task<Void, Never>?

  init(callbackQueue: DispatchQueue) { self.callbackQueue = callbackQueue }

  /// What a call remembers, to tell later whether its session is still the current one.
  var mark: SessionMark {
    SessionMark(sessionID: sessionID, renewals: renewals, changes: sessionChanges)
  }

  mutating func begin(_ sessionID: String?, of user: MKUser?) {
    self.sessionID = sessionID
    self.user = user
  }

  mutating func endSession() { begin(nil, of: nil) }
}

/// The session at one moment.
struct SessionMark: Sendable {
  let sessionID: String?
  let renewals: Int
  let changes: Int
}
