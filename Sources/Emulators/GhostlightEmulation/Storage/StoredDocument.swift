package import GhostlightCore
import Synchronization

/// A document with its sequence number and its cached compact JSON.
///
/// The document is serialized on first use. A packed document exists only as JSON, and is parsed on
/// each use, which saves memory. A stored document never changes: a write replaces it
/// with a new one, which has its own cache. Copies of a collection share stored documents and their
/// JSON.
final class StoredDocument: Sendable {
  /// A document's JSON bytes, with the units that a caller spends for them.
  private final class Printed: Sendable {
    let bytes: [UInt8]
    /// The number of units for serializing the document; negative until a caller has spent them.
    let work: Atomic<Int>

    init(_ bytes: [UInt8], work: Int) {
      self.bytes = bytes
      self.work = Atomic(work)
      StoredDocument.kept.add(size, ordering: .relaxed)
    }

    deinit { StoredDocument.kept.subtract(size, ordering: .relaxed) }

    /// The number of bytes of memory that this object uses: the JSON and the headers of two
    /// objects.
    private var size: Int { bytes.count + 80 }
  }

  /// The number of bytes of memory that all cached JSON of the process uses.
  private static let kept = Atomic(0)
  /// The maximum of ``kept`` in bytes; beyond it, documents are serialized on each use.
  private static let limit = 64 << 20

  /// The memory address of the cached `Printed` object, or 0 if there is none; written only once.
  private let address = Atomic<UInt>(0)

  /// The sequence number in creation order, which a collection never reuses.
  let sequence: Int
  private let content: Content

  /// The content of a document; both forms share the memory of one pointer.
  private enum Content {
    case document(JSONObject)
    /// The compact JSON of a packed document, which is parsed on each use.
    case packed([UInt8])
  }

  var document: JSONObject {
    switch content {
    case .document(let document): return document
    case .packed(let bytes):
      guard let parsed = try? JSON.parse(bytes), case .object(let document) = parsed else {
        preconditionFailure("a packed document is an object")
      }
      return document
    }
  }

  /// Creates a stored document, with its compact JSON if the caller already has it.
  init(sequence: Int, document: JSONObject, printed: [UInt8]? = nil) {
    self.sequence = sequence
    content = .document(document)
    if let printed { _ = cache(printed, work: -1) }
  }

  /// Creates a stored document that needs only the memory of its compact JSON.
  init(sequence: Int, packing document: JSONObject) {
    self.sequence = sequence
    content = .packed(JSON.object(document).bytes)
  }

  deinit {
    // Nothing else references the cached JSON any more.
    Self.reference(address.load(ordering: .relaxed))?.release()
  }

  private static func reference(_ address: UInt) -> Unmanaged<Printed>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }

  /// The cached JSON, or `nil` if there is none.
  ///
  /// It does not use an atomic reference from the standard library, which takes ten times as long.
  private var printed: Printed? {
    // This object owns the cached JSON, so it must stay alive until the JSON is retained.
    withExtendedLifetime(self) {
      Self.reference(address.load(ordering: .acquiring))?.takeUnretainedValue()
    }
  }

  /// Caches the document's JSON and returns it.
  ///
  /// It is not cached if the memory limit is reached or another thread was first.
  private func cache(_ bytes: [UInt8], work: Int) -> [UInt8] {
    guard Self.kept.load(ordering: .relaxed) < Self.limit - bytes.count else { return bytes }
    let fresh = Unmanaged.passRetained(Printed(bytes, work: work))
    let (isKept, _) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: fresh.toOpaque()), ordering: .acquiringAndReleasing)
    if !isKept { fresh.release() }
    return bytes
  }

  /// The document as compact JSON.
  var bytes: [UInt8] {
    if case .packed(let bytes) = content { return bytes }
    if let known = printed { return known.bytes }
    return cache(JSON.object(document).bytes, work: -1)
  }

  /// Returns the document as compact JSON, after `pay` has spent the units for serializing it.
  ///
  /// The number of units is stored for later calls, which spend the same number.
  ///
  /// - Throws: The error that `pay` throws.
  func bytes(
    within budget: WorkBudget, paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8] {
    // A budget without a limit does not count units, so the work does not have to be measured.
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
    if case .packed(let bytes) = content { return bytes }
    guard let known else { return cache(JSON.object(document).bytes, work: work) }
    known.work.store(work, ordering: .relaxed)
    return known.bytes
  }
}

/// A document that a query found, with its key.
package struct FoundDocument: Sendable {
  package let key: String
  private let stored: StoredDocument

  /// Creates a result for a document that does not belong to a collection.
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

  /// Returns the document as compact JSON, after `pay` has spent the units for serializing it.
  ///
  /// The JSON is cached, but every caller spends the same units.
  ///
  /// - Throws: The error that `pay` throws.
  package func bytes(
    within budget: WorkBudget, paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8] {
    try stored.bytes(within: budget, paying: pay)
  }
}

extension FoundDocument: Equatable {
  /// Returns whether both results have the same key, sequence number and content.
  package static func == (left: FoundDocument, right: FoundDocument) -> Bool {
    left.key == right.key && left.sequence == right.sequence && left.document == right.document
  }
}
