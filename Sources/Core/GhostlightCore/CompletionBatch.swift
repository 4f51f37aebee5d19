import Synchronization

/// Completions called one after another, whose work for other threads is handed over in one piece:
/// to wake a thread costs more than most of them do there.
package final class CompletionBatch: Sendable {
  package typealias Work = @Sendable () -> Void

  /// A thread, or whatever else runs work.
  private struct Recipient: Sendable {
    let id: ObjectIdentifier
    let execute: @Sendable (@escaping Work) -> Void
    var work: [Work]
  }

  @TaskLocal private static var current: CompletionBatch?

  private let recipients = Mutex<[Recipient]>([])

  /// Calls `body`, then hands over what was posted meanwhile, in order.
  package static func run(_ body: () -> Void) {
    let batch = CompletionBatch()
    $current.withValue(batch) { body() }
    for recipient in batch.recipients.withLock({ $0 }) {
      let work = recipient.work
      recipient.execute { for item in work { item() } }
    }
  }

  /// Has `execute` run `work`: at the end of the batch, together with what else was posted for this
  /// recipient, or now, where no batch is run.
  package static func post(
    to id: ObjectIdentifier, by execute: @escaping @Sendable (@escaping Work) -> Void,
    _ work: @escaping Work
  ) {
    guard let current else { return execute(work) }
    current.recipients.withLock { recipients in
      if let index = recipients.firstIndex(where: { $0.id == id }) {
        recipients[index].work.append(work)
      } else {
        recipients.append(Recipient(id: id, execute: execute, work: [work]))
      }
    }
  }
}
