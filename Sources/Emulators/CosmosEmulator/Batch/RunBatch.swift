import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handlers of `POST …/docs` with several operations (B17).
///
/// A transactional batch runs all its operations or none. Bulk runs each operation on its own: it
/// is the form in which the SDKs for JavaScript and Java send many operations of one key range.
extension CosmosBackend {
  static func runBatch(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    let partition = try state[place].partition(of: call.request)
    let operations = try BatchOperation.all(call)
    let home = state.link(to: place)
    let failures = OperationFailures(of: call.request)
    try state[place].payPurge(call.budget)
    var draft = state[place]
    var results: [BatchResult] = []
    var number = state.writes
    for (position, operation) in operations.enumerated() {
      number += 1
      // All operations of the batch together count as one write of the container.
      draft.lsn = state[place].lsn
      let stamp = WriteStamp(number: number, seconds: moment.seconds)
      let result = try BatchResult(of: operation, failing: failures[position], call.budget) {
        () throws(Fault) in
        try operation.apply(
          to: &draft, in: partition, under: home, stamp, at: moment, within: call.budget)
      }
      guard !result.isFailure else {
        return BatchResult.response(
          operations.indices.map { $0 == position ? result : .undone },
          rangeID: draft.rangeID(of: partition))
      }
      results.append(result)
    }
    draft.lsn = state[place].lsn + 1
    state[place] = draft
    state[place].purge(at: moment)
    state.writes = number
    return BatchResult.response(
      results, rangeID: draft.rangeID(of: partition), charge: BatchResult.charge(of: results))
  }

  /// Runs each operation on its own, with the partition key that the operation contains.
  ///
  /// After a failure, the remaining operations are only run if a header field of the request is true. If a key
  /// does not belong to the range that the request names, the whole request is refused, because the
  /// range may have been split.
  static func runBulk(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    let operations = try BatchOperation.all(call)
    let ranges = state[place].ranges
    let range = try call.request.value(of: .msRangeID).map { name throws(Fault) in
      String(try ranges.element(named: name).id)
    }
    let keys = try keys(of: operations, call, in: state[place], range: range)
    let home = state.link(to: place)
    let failures = OperationFailures(of: call.request)
    let continues = call.request.headers.isTrue(.msBatchContinues)
    try state[place].payPurge(call.budget)
    var draft = state[place]
    var results: [BatchResult] = []
    var number = state.writes
    for (position, operation) in operations.enumerated() {
      guard continues || results.last?.isFailure != true else {
        results.append(.skipped)
        continue
      }
      let stamp = WriteStamp(number: number + 1, seconds: moment.seconds)
      let result = try BatchResult(of: operation, failing: failures[position], call.budget) {
        () throws(Fault) in
        try operation.apply(
          to: &draft, in: try keys[position].get(), under: home, stamp, at: moment,
          within: call.budget)
      }
      if !result.isFailure { number += 1 }
      results.append(result)
    }
    let first = keys.lazy.compactMap { try? $0.get() }.first
    let rangeID = range ?? first.map(draft.rangeID) ?? String(ranges.elements[0].id)
    state[place] = draft
    state[place].purge(at: moment)
    state.writes = number
    return BatchResult.response(
      results, rangeID: rangeID, charge: BatchResult.charge(of: results))
  }

  /// Returns the partition key of each operation, or the refusal of the operation.
  ///
  /// - Throws: A refusal of the whole request if a key does not belong to the key range with the id
  ///   `range`.
  private static func keys(
    of operations: [BatchOperation], _ call: Call, in container: Container, range: String?
  ) throws(Fault) -> [Result<PartitionKey, Fault>] {
    let standard = call.request.value(of: .msPartitionKey)
    var keys: [Result<PartitionKey, Fault>] = []
    for operation in operations {
      let key = Result { () throws(Fault) in
        try container.partition(header: operation.partitionKey ?? standard)
      }
      if let range, case .success(let key) = key, container.rangeID(of: key) != range {
        throw .rangeGone.withReason(
          "the partition key \(key.text.text) is not in the key range \(range)")
      }
      keys.append(key)
    }
    return keys
  }
}
