import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Rehearsal {
  /// Settings for the session of an app that takes nothing else; good until the test ends.
  ///
  /// Requests go to ``responder``, whatever host they name.
  public var urlSessionConfiguration: URLSessionConfiguration { entrance.door.configuration }
}
