public import GhostlightCore
import Synchronization

/// Collects what two responders answer differently while clients talk to one of them.
///
/// May be used by many threads at once; exchanges are numbered in the order of their answers.
public final class DriftCollector: Sendable {
  private let run: Mutex<DriftRun>
  private let prepare: (@Sendable (Request) -> Request)?

  /// Makes a collector.
  ///
  /// With `followingValues`, ids and tokens that the expected side issued are replaced by those of
  /// the actual side in later requests. `prepare` is applied to each request for the actual side
  /// after that: it signs again, or puts in secrets that a recording does not hold.
  public init(
    mask: DriftMask = .standard, followingValues: Bool = true,
    prepare: (@Sendable (Request) -> Request)? = nil
  ) {
    run = Mutex(DriftRun(mask: mask, follows: followingValues))
    self.prepare = prepare
  }

  /// The request as the actual side must get it.
  public func request(forActual request: Request) -> Request {
    let rewritten = run.withLock { $0.rewrite(request) }
    return prepare.map { $0(rewritten) } ?? rewritten
  }

  /// Compares the answers of both sides to a request, given as the expected side knows it.
  public func note(_ request: Request, expected: Response, actual: Response) {
    run.withLock { $0.note(request, expected: expected, actual: actual) }
  }

  /// What drifted so far, between two sides of some names.
  public func report(expected: String, actual: String) -> DriftReport {
    run.withLock { $0.report(expected: expected, actual: actual) }
  }
}
