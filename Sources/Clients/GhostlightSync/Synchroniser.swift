import Foundation
import GhostlightClient
import GhostlightCore
import GhostlightLedger
package import GhostlightSyncStatus
package import ManagedObjects
import Synchronization

/// The settings of a synchronisation run.
package struct SyncOptions: Sendable {
  package var keepsDrafts: Bool
  package var collectionName: @Sendable (String) -> String
}

/// Synchronises the objects of a context with a service.
///
/// Only one run is in progress at a time. It first pulls all classes, then pushes their marked
/// objects.
package final class Synchroniser<Service: SyncService>: Sendable {
  private let context: NSManagedObjectContext
  private let service: Service
  private let settings: Mutex<SyncOptions>
  /// The task of the run that was started last; `nil` before the first run.
  private let last = Mutex<Task<Void, Never>?>(nil)
  /// The error why a change mark could not be stored, kept until the next run reports it.
  private let lostMark = Mutex<(any Error)?>(nil)

  package init(
    _ context: NSManagedObjectContext, _ service: Service,
    collectionName: @escaping @Sendable (String) -> String
  ) {
    self.context = context
    self.service = service
    settings = Mutex(SyncOptions(keepsDrafts: true, collectionName: collectionName))
  }

  /// The settings; a change applies to runs that start later.
  package var options: SyncOptions {
    get { settings.withLock { $0 } }
    set { settings.withLock { $0 = newValue } }
  }

  /// Starts a run after all runs that were started earlier.
  ///
  /// - Parameters:
  ///   - types: The classes of the objects to synchronise.
  ///   - post: Called with each status of the run, in order.
  ///   - completion: Called when the run has ended, with its last error; `nil` if there was no
  ///     error.
  package func start(
    _ types: [NSManagedObject.Type], post: @escaping @Sendable (SyncStatus) -> Void,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let (names, options) = (context.entityNames(of: types), options)
    last.withLock { last in
      let before = last
      last = Task {
        await before?.value
        completion(await self.run(names, options, post))
      }
    }
  }

  /// Marks objects for the next push.
  ///
  /// If a mark cannot be stored, the next run reports the error.
  package func mark(_ mark: String, _ objects: [NSManagedObject]) {
    do { try Marks.set(mark, on: objects, in: context) } catch { lostMark.withLock { $0 = error } }
  }

  private func run(
    _ names: [String], _ options: SyncOptions, _ post: @Sendable (SyncStatus) -> Void
  ) async -> (any Error)? {
    var progress = SyncProgress(types: names.count)
    var failed: Set<String> = []
    if let error = lostMark.withLock({ $0.take() }) { _ = progress.fail(error) }
    for name in names {
      post(progress.start(name))
      var report = PullReport()
      do { try await pull(name, options, &report) } catch {
        failed.insert(name)
        report.failure = error
      }
      progress.append(report.replaced)
      for error in report.errors { post(progress.fail(error)) }
      if let error = report.failure { _ = progress.fail(error) }
      post(progress.finish(name))
    }
    for name in names {
      post(progress.start(name))
      if !failed.contains(name) {
        do {
          for record in try await marked(name) {
            do { try await push(record, options) } catch { post(progress.fail(error)) }
          }
        } catch { _ = progress.fail(error) }
      }
      post(progress.finish(name))
    }
    post(progress.end())
    return progress.error
  }

  // MARK: Pull

  private func pull(
    _ name: String, _ options: SyncOptions, _ report: inout PullReport
  ) async throws {
    let (context, collection) = (context, options.collectionName(name))
    let (position, newest) = try await context.perform {
      _ = try LocalObjects(context: context).entity(name)
      let records = try SyncRecords.of(context)
      return (try records.position(name), try records.newestVersion(name))
    }
    var cursor = PullCursor(position)
    var page = try await service.page(of: collection, after: cursor)
    if cursor.begin(at: page.serviceTime, newest: newest) {
      page = try await service.page(of: collection, after: cursor)
    }
    while true {
      let isNew = cursor.advance(over: page.documents)
      let isLast = page.isLast || !isNew
      let found = try await apply(page, name, cursor, isLast: isLast, options)
      report.errors += found.errors
      report.replaced += found.replaced
      guard !isLast else { return }
      page = try await service.page(of: collection, after: cursor)
    }
  }

  private func apply(
    _ page: PullPage, _ name: String, _ cursor: PullCursor, isLast: Bool, _ options: SyncOptions
  ) async throws -> PullReport {
    let (context, service) = (context, service)
    return try await context.perform {
      try Pull(
        context: context, records: SyncRecords.of(context),
        entity: LocalObjects(context: context).entity(name), form: service.form,
        keepsDrafts: options.keepsDrafts, cursor: cursor, fulfils: service.fulfils
      ).apply(page.documents, until: cursor.position(isLast: isLast))
    }
  }

  // MARK: Push

  private func marked(_ name: String) async throws -> [SyncRecord] {
    let context = context
    return try await context.perform {
      if context.hasChanges { try context.save() }
      return try SyncRecords.of(context).marked(name)
    }
  }

  private func push(_ record: SyncRecord, _ options: SyncOptions) async throws {
    let (context, form) = (context, service.form)
    let (item, session) = try await context.perform {
      let records = try SyncRecords.of(context)
      return (
        try Self.item(record, context, records, form),
        PushSession(context, records, form, record)
      )
    }
    guard let item else { return }
    try await service.push(item, to: options.collectionName(record.entity), session)
  }

  /// Returns the object to push with its record.
  ///
  /// Returns `nil` if the app has deleted the object and the service need not delete it too.
  private static func item(
    _ record: SyncRecord, _ context: NSManagedObjectContext, _ records: SyncRecords,
    _ form: ValueForm
  ) throws -> PushItem? {
    guard let object = LocalObjects(context: context).object(record.object) else {
      guard record.mark.map(Marks.remove) == true, record.remoteID != nil else {
        try records.save([], forgetting: [record.object])
        return nil
      }
      return PushItem(record: record, fields: [:], cleared: [], isChanged: false)
    }
    let isRemoved = record.mark.map(Marks.remove) == true
    let fields = isRemoved ? [:] : try object.fields(form)
    let received = (try? object.entity.fields(record.received, form)) ?? record.received
    let cleared = object.entity.synchronised.map(\.name).filter { name in
      guard fields[name] == nil else { return false }
      return !(record.received[name] ?? .null).isNull || record.ledger.mayHaveSet(name)
    }
    // A pending write can still take effect, so the object counts as changed and is sent again, to
    // be applied after that write.
    let isChanged =
      JSON.object(fields) != JSON.object(received)
      || record.ledger.writes.contains(where: \.setsFields)
    return PushItem(
      record: record, fields: fields, cleared: isRemoved ? [] : cleared, isChanged: isChanged)
  }
}

extension SyncStatus {
  /// Posts a notification with the status to the default notification center.
  package func post(from sender: some AnyObject) {
    NotificationCenter.default.post(
      name: .MIASyncroStatus, object: sender, userInfo: [kMIASyncroNotificationKeyStatus: self])
  }
}

/// The progress of a run, which has one step for each class's pull and one for each class's push.
package struct SyncProgress {
  private let steps: Int
  private var finished = 0
  private var current: String?
  private var last: String?
  /// The last error of the run; `nil` if there was none.
  package private(set) var error: (any Error)?
  /// The local edits that the run's pulls have replaced.
  private var replaced: [ReplacedEdit] = []

  package init(types: Int) { steps = 2 * types }

  /// Returns the status at the start of a class's pull or push.
  package mutating func start(_ name: String) -> SyncStatus {
    current = name
    return status
  }

  /// Adds local edits that a pull has replaced; all later statuses contain them.
  package mutating func append(_ edits: [ReplacedEdit]) { replaced += edits }

  /// Records an error of one object or a whole class, and returns the new status.
  package mutating func fail(_ error: any Error) -> SyncStatus {
    self.error = error
    return status
  }

  /// Returns the status at the end of a class's pull or push.
  package mutating func finish(_ name: String) -> SyncStatus {
    finished += 1
    last = name
    return status
  }

  /// Returns the status at the end of the run.
  package mutating func end() -> SyncStatus {
    current = nil
    finished = steps
    return status
  }

  private var status: SyncStatus {
    SyncStatus(
      lastSyncedEntity: last, syncingEntity: current, error: error,
      progress: steps == 0 ? 1 : Double(finished) / Double(steps), replacedEdits: replaced)
  }
}
