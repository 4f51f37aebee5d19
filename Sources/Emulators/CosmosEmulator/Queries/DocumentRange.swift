import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Which documents a feed or a query is about: a partition, a range of hashes, or all (B10, B12).
struct DocumentRange {
  private let partition: PartitionKey?
  private let start: String?
  private let end: String?
  /// The bounds of the range that the request names.
  let bounds: (min: String, max: String)
  /// The id of the range, as responses name it; the first that is meant.
  let rangeID: String

  /// Reads the fields of a request.
  init(_ request: Request, _ container: Container) throws(Fault) {
    if let header = request.value(of: .msPartitionKey), header != "[]" {
      guard let key = PartitionKey(header: header),
        key.components.count <= container.settings.partitionPaths.count
      else { throw .badKey.filled(["key": header]) }
      partition = key
    } else {
      partition = nil
    }
    // Clients write the hashes of version 1 in small letters.
    let start = request.value(of: .msStartEPK)?.uppercased()
    let end = request.value(of: .msEndEPK)?.uppercased()
    guard let name = request.value(of: .msRangeID) else {
      (self.start, self.end) = (start, end)
      bounds = ("", "FF")
      rangeID =
        partition.map(container.rangeID)
        ?? String(container.ranges.element(at: start ?? "").id)
      return
    }
    let range = try container.ranges.element(named: name)
    bounds = (range.start, range.end)
    rangeID = String(range.id)
    guard container.ranges.elements.count > 1 else {
      (self.start, self.end) = (start, end)
      return
    }
    self.start = max(start ?? "", range.start)
    self.end = min(end ?? "FF", range.end)
  }

  /// Whether the whole container is meant.
  var isAll: Bool { partition == nil && start == nil && end == nil }

  /// A test that all documents of the range pass, for an index.
  func filter(_ container: Container) -> Predicate {
    guard let partition else { return .always }
    var tests: [Predicate] = []
    for (path, value) in zip(container.settings.partitionPaths, partition.components) {
      if let value { tests.append(.field(FieldPath(path), .equals(value))) }
    }
    return .and(tests)
  }

  /// Whether a document is in the range.
  func contains(_ document: JSONObject, _ container: Container) -> Bool {
    guard !isAll else { return true }
    let key = PartitionKey(of: document, along: container.settings.partitionPaths)
    if let partition, !partition.isPrefix(of: key) { return false }
    guard start != nil || end != nil else { return true }
    let place = EffectivePartitionKey.text(of: key, by: container.settings.hashing)
    return place >= start ?? "" && (end.map { place < $0 } ?? true)
  }
}

/// Walks the living documents of a range in order of creation, from one on.
struct DocumentWalk {
  private let container: Container
  private let range: DocumentRange
  private let moment: Moment
  private let budget: WorkBudget
  /// What an index found; `nil` while all documents are walked, a block at a time.
  private var found: [FoundDocument]?
  private var position: Int

  private static let block = 256
  private var blockDocuments: [FoundDocument] = []
  private var blockStart = 0

  init(
    _ container: Container, _ range: DocumentRange, filter: Predicate, from number: Int,
    _ moment: Moment, within budget: WorkBudget
  ) throws(Fault) {
    self.container = container
    self.range = range
    self.moment = moment
    self.budget = budget
    let predicate = Predicate.and([range.filter(container), filter])
    if predicate.isAlways {
      position = container.documents.offset { Container.number(of: $0) < number }
    } else {
      let documents = try container.documents.find(Query(predicate), within: budget).documents
      found = documents
      position =
        number == 0
        ? 0 : documents.partitioningIndex { Container.number(of: $0.document) >= number }
    }
  }

  mutating func next() throws(Fault) -> FoundDocument? {
    while let document = try take() {
      try budget.spend(range.isAll ? 6 : 16)
      guard range.contains(document.document, container),
        !container.hasExpired(document.document, at: moment)
      else { continue }
      return document
    }
    return nil
  }

  private mutating func take() throws(Fault) -> FoundDocument? {
    defer { position += 1 }
    if let found { return position < found.count ? found[position] : nil }
    if position < blockStart || position >= blockStart + blockDocuments.count {
      blockStart = position
      blockDocuments = try container.documents.find(
        Query(offset: position, limit: Self.block), within: budget
      ).documents
    }
    return position - blockStart < blockDocuments.count
      ? blockDocuments[position - blockStart] : nil
  }

  /// All that are left.
  mutating func all() throws(Fault) -> [FoundDocument] {
    var documents: [FoundDocument] = []
    while let document = try next() { documents.append(document) }
    return documents
  }
}

extension Container {
  /// Where the documents from a RID's number on begin, in order of creation, which is that of their RIDs.
  func sequence(ofNumber number: Int) -> Int {
    let offset = documents.offset { Container.number(of: $0) < number }
    return documents.sequence(at: offset) ?? .max
  }

  /// The RID of the document at a place in order of creation; where there is none, the one before all.
  func rid(atSequence sequence: Int) -> String {
    var walk = documents.walk(after: sequence - 1)
    let document = walk.next().flatMap { documents[$0.key] }
    return document?["_rid"]?.string ?? rid.document(0).text
  }
}

extension DocumentCollection {
  /// The offset of the first document that is not before a place, in an order that the documents
  /// were made in.
  func offset(_ isBefore: (JSONObject) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let found = documents(from: middle, limit: 1).first
      if found.map({ isBefore($0.document) }) ?? false { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Array {
  /// The position of the first element that matches a test which all behind it pass too.
  fileprivate func partitioningIndex(_ matches: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if matches(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

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
  /// Whose token it is: a hash of the query's text; empty for a feed.
  var fingerprint = ""

  /// The start.
  static let start = Continuation(rid: "", page: 0, rows: 0)

  /// The number of the document in ``rid``.
  var number: Int { ResourceID.documentNumber(rid) ?? 0 }

  var text: String {
    var text = "-RID:~\(rid)#RT:\(page)#TRC:\(rows)#SKP:\(skipped)"
    if !fingerprint.isEmpty { text += "#FPC:\(fingerprint)" }
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

  /// Reads a token, alone or in the JSON that queries wrap it in; the service's own have no `SKP`.
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
      let rows = parts["TRC"].flatMap(Int.init), let skipped = Int(parts["SKP"] ?? "0"),
      Self.numbers.contains(page), Self.numbers.contains(rows),
      Self.numbers.contains(skipped)
    else { throw .badContinuation }
    self.init(rid: String(rid.dropFirst()), page: page, rows: rows, skipped: skipped)
    fingerprint = parts["FPC"] ?? ""
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
    guard let text = request.value(of: .msContinuation), !text.isEmpty else { return .start }
    return try Continuation(reading: text)
  }

  /// The token of a request for documents, or the start where it is of another query or container (B12).
  static func read(
    _ request: Request, of container: Container, fingerprint: String = ""
  ) throws(Fault) -> Continuation {
    let found = try read(request)
    let isOwn = ResourceID(text: found.rid)?.bytes.starts(with: container.rid.bytes) ?? false
    return isOwn && found.fingerprint == fingerprint ? found : .start
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
    guard let text = request.value(of: .msMaxItems) else { return standard }
    guard let number = Int32(text).map(Int.init), number == -1 || number > 0 else {
      throw .badPageSize.filled(["size": text])
    }
    return number == -1 ? dynamic : number
  }
}
