import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Where a feed or query goes on: opaque to clients, in a form like the service's own (B12).
struct Continuation: Sendable, Hashable {
  /// The RID of the document to go on with, or of the last one where ``keys`` are given.
  var rid: String
  /// The number of the page that the token came with.
  var page: Int
  /// How many rows there were on all pages so far.
  var rows: Int
  /// How many rows of that document are answered already.
  var skipped = 0
  /// The sort keys of the last row, where the query has an order.
  var keys: [JSON?]?

  /// The start.
  static let start = Continuation(rid: "", page: 0, rows: 0)

  /// The number of the document in ``rid``.
  var number: Int { ResourceID.documentNumber(rid) ?? 0 }

  var text: String {
    var text = "-RID:~\(rid)#RT:\(page)#TRC:\(rows)#SKP:\(skipped)"
    if let keys {
      let list = JSON.array(keys.map { $0.map { .array([$0]) } ?? .array([]) })
      text += "#KEY:\(Base64.encode(list.bytes))"
    }
    return text
  }

  init(
    rid: String, page: Int, rows: Int, skipped: Int = 0, keys: [JSON?]? = nil
  ) {
    self.rid = rid
    self.page = page
    self.rows = rows
    self.skipped = skipped
    self.keys = keys
  }

  /// Reads a token, alone or in the JSON that queries wrap it in.
  init(reading text: String) throws(Fault) {
    var token = text
    if text.hasPrefix("{") || text.hasPrefix("[") {
      guard let json = Self.parse(Array(text.utf8)),
        let inner = (json[0] ?? json)["token"]?.string
      else { throw .badContinuation }
      token = inner
    }
    var parts: [String: String] = [:]
    for part in token.split(separator: "#") {
      guard let colon = part.firstIndex(of: ":") else { throw .badContinuation }
      parts[String(part[..<colon])] = String(part[part.index(after: colon)...])
    }
    guard let rid = parts["-RID"], rid.hasPrefix("~"), let page = parts["RT"].flatMap(Int.init),
      ResourceID(text: String(rid.dropFirst())) != nil,
      let rows = parts["TRC"].flatMap(Int.init), let skipped = parts["SKP"].flatMap(Int.init),
      Self.numbers.contains(page), Self.numbers.contains(rows),
      Self.numbers.contains(skipped)
    else { throw .badContinuation }
    self.init(rid: String(rid.dropFirst()), page: page, rows: rows, skipped: skipped)
    guard let encoded = parts["KEY"] else { return }
    guard let list = Base64.decode(encoded).flatMap(Self.parse)?.array else {
      throw .badContinuation
    }
    keys = list.map { $0[0] }
  }

  /// What a token can count to: far more than there is, and far from what a sum cannot hold.
  private static let numbers = 0...(1 << 53)

  /// The token of a request, or the start.
  static func read(_ request: Request) throws(Fault) -> Continuation {
    guard let text = request.headers[.msContinuation], !text.isEmpty else { return .start }
    return try Continuation(reading: text)
  }

  private static func parse(_ bytes: [UInt8]) -> JSON? {
    do throws(JSONError) { return try JSON.parse(bytes) } catch { return nil }
  }
}

/// How many entries a page may have: `x-ms-max-item-count` (B12).
enum PageSize {
  /// What the service chooses where the client says -1.
  static let dynamic = 1000

  /// The number of a request, which the service reads as one of 32 bits.
  ///
  /// - Source: decision: larger numbers are refused as no numbers are.
  static func read(_ request: Request, standard: Int) throws(Fault) -> Int {
    guard let text = request.headers[.msMaxItems] else { return standard }
    guard let number = Int32(text).map(Int.init), number == -1 || number > 0 else {
      throw .badPageSize.filled(["size": text])
    }
    return number == -1 ? dynamic : number
  }
}
