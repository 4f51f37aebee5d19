package import GhostlightCore
import Synchronization

/// A document with its number in creation order, and its JSON text, printed when somebody asks for it
/// first and kept for the next.
///
/// A document in a collection never changes: whoever writes puts another one with a text of its own
/// in its place. Copies of a collection share documents and their texts.
final class StoredDocument: Sendable {
  /// A text with what it costs to print it.
  private final class Printed: Sendable {
    let bytes: [UInt8]
    /// The units of work; below zero where nobody has paid yet.
    let work: Atomic<Int>

    init(_ bytes: [UInt8], work: Int) {
      self.bytes = bytes
      self.work = Atomic(work)
      StoredDocument.kept.add(size, ordering: .relaxed)
    }

    deinit { StoredDocument.kept.subtract(size, ordering: .relaxed) }

    /// What it takes in memory: the text, and what two objects have beside their members.
    private var size: Int { bytes.count + 80 }
  }

  /// The bytes that all texts of the process hold.
  private static let kept = Atomic(0)
  /// The bytes that they may hold; further texts are printed anew each time.
  private static let limit = 64 << 20

  /// The address of what was printed, 0 before; written once.
  private let address = Atomic<UInt>(0)

  /// The number in creation order, never used twice in a collection.
  let sequence: Int
  /// The document.
  let document: JSONObject

  /// Keeps a document, perhaps with its text.
  init(sequence: Int, document: JSONObject, printed: [UInt8]? = nil) {
    self.sequence = sequence
    self.document = document
    if let printed { _ = keep(printed, work: -1) }
  }

  deinit {
    // Nobody else has the text any more, nor what it retains.
    Self.reference(address.load(ordering: .relaxed))?.release()
  }

  private static func reference(_ address: UInt) -> Unmanaged<Printed>? {
    UnsafeRawPointer(bitPattern: address).map { Unmanaged.fromOpaque($0) }
  }

  /// What was printed; an atomic reference of the library's own costs ten times as much.
  private var printed: Printed? {
    // Whoever drops the document releases the text with it.
    withExtendedLifetime(self) {
      Self.reference(address.load(ordering: .acquiring))?.takeUnretainedValue()
    }
  }

  /// Keeps what was printed, unless there is too much already or somebody else was faster.
  private func keep(_ bytes: [UInt8], work: Int) -> [UInt8] {
    guard Self.kept.load(ordering: .relaxed) < Self.limit - bytes.count else { return bytes }
    let fresh = Unmanaged.passRetained(Printed(bytes, work: work))
    let (isKept, _) = address.compareExchange(
      expected: 0, desired: UInt(bitPattern: fresh.toOpaque()), ordering: .acquiringAndReleasing)
    if !isKept { fresh.release() }
    return bytes
  }

  /// The text.
  var bytes: [UInt8] {
    if let known = printed { return known.bytes }
    return keep(JSON.object(document).bytes, work: -1)
  }

  /// The text, once `pay` has spent what printing costs, which is known the next time.
  ///
  /// - Throws: What `pay` throws.
  func bytes(
    within budget: WorkBudget, paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8] {
    // A budget without limit does not count.
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

/// A document as a query answers it.
package struct FoundDocument: Sendable {
  /// The document's key.
  package let key: String
  private let stored: StoredDocument

  /// Makes a found document that no collection holds.
  package init(key: String, sequence: Int, document: JSONObject) {
    self.init(StoredDocument(sequence: sequence, document: document), key: key)
  }

  init(_ stored: StoredDocument, key: String) {
    self.key = key
    self.stored = stored
  }

  /// The document's number in creation order.
  package var sequence: Int { stored.sequence }

  /// The document.
  package var document: JSONObject { stored.document }

  /// The document as compact JSON.
  package var bytes: [UInt8] { stored.bytes }

  /// The document as compact JSON, once `pay` has spent what printing costs.
  ///
  /// All who ask for documents of a collection spend the same for one document.
  ///
  /// - Throws: What `pay` throws.
  package func bytes(
    within budget: WorkBudget, paying pay: (JSONObject, WorkBudget) throws(Fault) -> Void
  ) throws(Fault) -> [UInt8] {
    try stored.bytes(within: budget, paying: pay)
  }
}

extension FoundDocument: Equatable {
  /// Whether both are the same document of a collection.
  package static func == (left: FoundDocument, right: FoundDocument) -> Bool {
    left.key == right.key && left.sequence == right.sequence && left.document == right.document
  }
}
