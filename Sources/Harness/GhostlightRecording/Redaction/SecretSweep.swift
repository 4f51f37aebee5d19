import GhostlightCore
import HTTPTypes

/// Replaces known byte strings in every part of an exchange.
struct SecretSweep: Sendable {
  private let isIdle: Bool
  private let replace: @Sendable ([UInt8]) -> [UInt8]?

  /// Creates a sweep that replaces the secrets of an index.
  init(_ index: SecretIndex) {
    isIdle = index.isEmpty
    replace = { index.replacing(in: $0) }
  }

  /// Creates a sweep from a closure that returns changed bytes, or `nil` if nothing changes.
  init(_ replace: @escaping @Sendable ([UInt8]) -> [UInt8]?) {
    isIdle = false
    self.replace = replace
  }

  func clean(_ exchange: RecordedExchange) -> RecordedExchange {
    guard !isIdle else { return exchange }
    var exchange = exchange
    exchange.request = clean(exchange.request)
    exchange.response = clean(exchange.response)
    exchange.notes = clean(exchange.notes)
    return exchange
  }

  func clean(_ request: Request) -> Request {
    guard !isIdle else { return request }
    var request = request
    request.authority = clean(request.authority)
    if let target = replace(Array(request.target.raw.utf8)) {
      request.target = RequestTarget(String(decoding: target, as: UTF8.self))
    }
    let isUnreadable = request.isUnreadable
    var fields = request.headers
    clean(&fields, &request.body, isUnreadable: isUnreadable)
    request.headers = fields
    return request
  }

  func clean(_ text: String) -> String {
    replace(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private func clean(_ response: Response) -> Response {
    var response = response
    let phrase = clean(response.status.reasonPhrase)
    if phrase != response.status.reasonPhrase {
      response.status = HTTPResponse.Status(code: response.status.code, reasonPhrase: phrase)
    }
    let isUnreadable = response.isUnreadable
    clean(&response.headers, &response.body, isUnreadable: isUnreadable)
    return response
  }

  /// Replaces byte strings in header fields and body; a body that is still coded is not changed.
  private func clean(
    _ headers: inout HTTPFields, _ body: inout [UInt8], isUnreadable: Bool
  ) {
    var fields = HTTPFields()
    for var field in headers {
      let changed = clean(field.value)
      // An assignment would replace the bytes of a value that is not UTF-8.
      if changed != field.value { field.value = changed }
      fields.append(field)
    }
    headers = fields
    guard !isUnreadable, let changed = replace(body) else { return }
    headers.correct(forBody: changed, insteadOf: body)
    body = changed
  }

  private func clean(_ notes: JSONObject) -> JSONObject {
    guard !notes.isEmpty, let changed = replace(JSON.object(notes).bytes) else { return notes }
    do throws(JSONError) { return try JSON.parse(changed).object ?? [:] } catch { return [:] }
  }
}

/// Replacements in a byte array, collected in order and applied together.
struct TextEdits {
  private var edits: [(range: Range<Int>, replacement: [UInt8])] = []

  /// Replaces a range; ranges must be added in ascending order.
  mutating func replace(_ range: Range<Int>, by replacement: some Sequence<UInt8>) {
    edits.append((range, Array(replacement)))
  }

  /// Returns the bytes with all replacements applied; `nil` if there are none.
  func applied(to bytes: [UInt8]) -> [UInt8]? {
    guard !edits.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16 * edits.count)
    var position = 0
    for edit in edits {
      result += bytes[position..<edit.range.lowerBound]
      result += edit.replacement
      position = edit.range.upperBound
    }
    result += bytes[position...]
    return result
  }
}
