package import GhostlightCore
import Synchronization

/// A document with its sequence number and its cached JSON text.
///
/// The text is printed on first use. A stored document never changes: a write replaces it with a
/// new one, which has its own text. Copies of a collection share documents and texts.
final class StoredDocument: Sendable {
  /// A text with the units for printing it.
  private final class Printed: Sendable {
    let bytes: [UInt8]
    /// The units; negative until a caller has paid.
    let work: Atomic<Int>

    init(_ bytes: [UInt8], work: Int) {
      self.bytes = bytes
      self.work = Atomic(work)
      StoredDocument.kept.add(size, ordering: .relaxed)
    }

    deinit { StoredDocument.kept.subtract(size, ordering: .relaxed) }

    /// The memory in bytes: the text and the headers of two objects.
    private var size: Int { bytes.count + 80 }
  }

  /// The bytes that all cached texts of the process use.
  private static let kept = Atomic(0)
  /// The maximum for ``kept``; beyond it, texts are printed on each use.
  private static let limit = 64 << 20

  /// The address of the cached text, or 0; written once.
  private let address = Atomic<UInt>(0)

  /// The sequence number in creation order; never reused in a collection.
  let sequence: Int
  let document: JSONObject

  /// Creates a stored document, with its text if the caller has it.
  init(sequence: Int, document: JSONObject, printed: [UInt8]? = nil) {
    self.sequence = sequence
    self.document = document
    if let printed { _ = keep(printed, work: -1) }
  }

  deinit {
    // Nothing else references the text any more.
    Self.reference(address.load(ordering: .relaxed))?.release()
  }

  private static func reference(_ address: UInt) -> Unmanaged<Printed>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }

  /// The cached text.
  ///
  /// An atomic reference from the standard library takes ten times as long.
  private var printed: Printed? {
    // The document owns the text, so it must stay alive while the text is retained.
    withExtendedLifetime(self) {
      Self.reference(address.load(ordering: .acquiring))?.takeUnretainedValue()
    }
  }

  /// Caches a text, unless the limit is reached or another thread was first.
  private func keep(_ bytes: [UInt8], work: Int) -> [UInt8] {
    guard Self.kept.load(ordering: .relaxed) < Self.limit - bytes.count else { return bytes }
    let fresh = Unmanaged.passRetained(Printed(bytes, work: work))
    let (isKept, _) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: fresh.toOpaque()), ordering: .acquiringAndReleasing)
    if !isKept { fresh.release() }
    return bytes
  }

  /// The document as compact JSON.
  var bytes: [UInt8] {
    if let known = printed { return known.bytes }
    return keep(JSON.object(document).bytes, work: -1)
  }

  /// Returns the document as compact JSON, after `pay` has spent the units for printing it.
  ///
  /// The number of units is stored for later calls.
  ///
  /// - Throws: The error of `pay`.
  func bytes(
    within budget: WorkBudget, paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8] {
    // A budget without a limit does not count units.
    guard let before = budget.left else { return bytes }
    let known = printed
    if let known {
      let work = known.work.load(ordering: .relaxed)
      if work >= 0 {
        try budget.spend(work)
        return known.bytes
      }
    }
    try pay(document, budget)
    let work = budget.left.map { before - $0 } ?? -1
    guard let known else { return keep(JSON.object(document).bytes, work: work) }
    known.work.store(work, ordering: .relaxed)
    return known.bytes
  }
}

/// A document in the result of a query.
package struct FoundDocument: Sendable {
  package let key: String
  private let stored: StoredDocument

  /// Creates a result that does not belong to a collection.
  package init(key: String, sequence: Int, document: JSONObject) {
    self.init(StoredDocument(sequence: sequence, document: document), key: key)
  }

  init(_ stored: StoredDocument, key: String) {
    self.key = key
    self.stored = stored
  }

  /// The sequence number of the document in creation order.
  package var sequence: Int { stored.sequence }

  package var document: JSONObject { stored.document }

  package var bytes: [UInt8] { stored.bytes }

  /// Returns the document as compact JSON, after `pay` has spent the units for printing it.
  ///
  /// The text is cached, but every caller spends the same units.
  ///
  /// - Throws: The error of `pay`.
  package func bytes(
    within budget: WorkBudget, paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8] {
    try stored.bytes(within: budget, paying: pay)
  }
}

extension FoundDocument: Equatable {
  /// Returns whether both are the same document of a collection.
  package static func == (left: FoundDocument, right: FoundDocument) -> Bool {
    left.key == right.key && left.sequence == right.sequence && left.document == right.document
  }
}
