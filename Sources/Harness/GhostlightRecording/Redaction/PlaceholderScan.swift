import GhostlightCore
import HTTPTypes

/// Reads which placeholders stand in exchanges, and on which side each stood first.
struct PlaceholderScan {
  private(set) var found: Set<String> = []
  /// Those that a response had before any request: what the client knows as a placeholder.
  private(set) var issued: Set<String> = []

  mutating func read(_ exchange: RecordedExchange) {
    read(exchange.request)
    read(exchange.response)
  }

  mutating func read(_ request: Request) {
    read(Array(request.target.raw.utf8), isIssued: false)
    read(request.headers, request.body, isIssued: false)
  }

  mutating func read(_ response: Response) {
    read(response.headers, response.body, isIssued: true)
  }

  /// Takes note of values under secret names, which may be numbers.
  mutating func note(_ values: [String], isIssued: Bool) {
    for value in values where Placeholder.isRedacted(value) {
      let inside = Placeholder.all(in: Array(value.utf8))
      for placeholder in inside.isEmpty ? [value] : inside { add(placeholder, isIssued: isIssued) }
    }
  }

  private mutating func read(_ headers: HTTPFields, _ body: [UInt8], isIssued: Bool) {
    for field in headers { read(Array(field.value.utf8), isIssued: isIssued) }
    read(body, isIssued: isIssued)
  }

  private mutating func read(_ bytes: [UInt8], isIssued: Bool) {
    for placeholder in Placeholder.all(in: bytes) { add(placeholder, isIssued: isIssued) }
  }

  private mutating func add(_ placeholder: String, isIssued: Bool) {
    guard found.insert(placeholder).inserted, isIssued else { return }
    issued.insert(placeholder)
  }
}
