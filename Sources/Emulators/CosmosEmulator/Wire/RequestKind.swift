import GhostlightCore
import HTTPTypes

/// What header fields make of a request for a feed.
enum RequestKind {
  /// A query plan is asked for; such a request looks like a create otherwise (B15).
  static func isPlan(_ request: Request) -> Bool { request.headers.isTrue(.msPlanRequest) }

  static func isBatch(_ request: Request) -> Bool { request.headers.isTrue(.msBatchRequest) }

  static func isQuery(_ request: Request) -> Bool {
    request.headers.isTrue(.msIsQuery)
      || request.headers[.contentType]?.lowercased().hasPrefix("application/query+json") == true
  }

  static func isUpsert(_ request: Request) -> Bool { request.headers.isTrue(.msIsUpsert) }

  static func isChangeFeed(_ request: Request) -> Bool {
    request.headers[.aIM]?.lowercased() == "incremental feed"
  }
}
