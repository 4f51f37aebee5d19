public import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// A recording that responds on a stage, next to the emulators of the vendors.
///
/// Use it to give a recorded service namespaces, fault plans, a journal, resets and snapshots. The
/// nth identical request gets the nth recorded response, and the ``ReplayPolicy`` decides what
/// follows. A request without a recorded response gets status 501, changes nothing, and is in the
/// journal with the most similar entries. The table `entries` shows which entries were used.
///
/// A backend is a value: all copies share the recorded exchanges, and each copy has its own counts.
/// It does no locking, because a stage locks or copies it. To replay without a stage, use a
/// ``Replayer``.
///
/// ```swift
/// import Ghostlight
/// import GhostlightRecording
///
/// func stage(_ recording: Recording) -> Stage {
///   let payments = RecordingBackend(recording, policy: .last)
///   return Stage(
///     StageConfiguration(services: [
///       .stackMob(), Service(name: "payments", title: "Payments", port: 4480, seed: payments),
///     ]))
/// }
/// ```
public struct RecordingBackend: Sendable {
  let source: ReplaySource
  /// The number of responses that each lane has given.
  private var uses = UseCounts()

  /// Creates a backend of which no entry is used yet.
  ///
  /// - Parameters:
  ///   - recording: The exchanges to replay.
  ///   - matcher: Decides whether a request matches a recorded one.
  ///   - policy: The default behavior after all responses to a request were used.
  ///   - base: Added to the paths of incoming requests. A base with a URL also selects the server.
  ///   - keepsLinks: Whether links to the recorded servers, and the domains of cookies, are unchanged.
  ///     By default, they lead to the address that the client used, unless the client named a
  ///     recorded server itself.
  ///   - normalise: Applied to recorded and incoming requests before they are compared and
  ///     reported. For a redacted recording, pass `Redactor.normaliser(for:)`.
  public init(
    _ recording: Recording, matcher: Matcher = .standard, policy: ReplayPolicy = .once,
    base: ReplayBase? = nil, keepsLinks: Bool = false,
    normalise: @escaping @Sendable (Request) -> Request = { $0 }
  ) {
    source = ReplaySource(
      recording, matcher: matcher, policy: policy, base: base, keepsLinks: keepsLinks,
      normalise: normalise)
  }

  /// The URLs of the recorded servers, in recorded order, such as `https://api.example.com`.
  public var servers: [String] { source.table.origins.all.map(\.description) }

  /// The hosts of the recorded servers without their ports, in recorded order.
  public var hosts: [String] {
    var hosts: [String] = []
    for origin in source.table.origins.all where !hosts.contains(origin.host) {
      hosts.append(origin.host)
    }
    return hosts
  }

  /// Returns a request without a recorded response in the form in which it belongs into the
  /// recording: with its base path, and with the address of the recorded server.
  ///
  /// Pass it to `recorded(into:as:)`. If the request was recorded with another address, the file
  /// would have one more server, and later requests could miss the older entries.
  ///
  /// - Parameters:
  ///   - request: The request of the client.
  ///   - forwarded: The request as the upstream gets it. Its address is used if the recording is
  ///     empty, and preferred if the request may address several servers.
  /// - Returns: The request to record.
  public func recordable(_ request: Request, forwardedAs forwarded: Request) -> Request {
    source.recordable(request, forwardedAs: forwarded)
  }

  /// Whether there is no entry to replay, so that every request is a miss.
  public var isEmpty: Bool { source.table.lanes.isEmpty }

  /// Errors in the recording, such as an unknown replay policy, each with a remedy.
  public var problems: [String] { source.table.problems }

  /// Returns whether a request may address several of the recorded servers, because it names none.
  package func isAmbiguous(_ request: Request) -> Bool { source.isAmbiguous(request) }

  /// Returns a warning that the response to a request may belong to another server, because the
  /// request names none; otherwise `nil`.
  package func warning(about request: Request) -> String? {
    guard isAmbiguous(request) else { return nil }
    return WorkBudget.withoutLimit { budget throws(Fault) in
      try source.find(request, within: budget).warning
    }
  }

  /// The exchanges that no request used, in recorded order, such as `entry 3, GET /todo`.
  public var unused: [String] { unusedEntries.map(\.title) }

  /// The exchanges that no request used, each with its title and its recorded request.
  package var unusedEntries: [(title: String, request: Request)] {
    entries.filter { $0.uses == 0 }.map { ($0.entry.description, $0.entry.request) }
  }

  /// Returns this backend, in which an entry is also used if one of its copies has used it.
  package func countingUses(of copies: [RecordingBackend]) -> RecordingBackend {
    var all = self
    for copy in copies { all.uses.formMaximum(copy.uses) }
    return all
  }

  /// The entries that can be replayed, in recorded order, with the number of their uses.
  ///
  /// Repetitions of a last response are not counted.
  private var entries: [(entry: ReplayEntry, uses: Int)] {
    var entries: [(entry: ReplayEntry, uses: Int)] = []
    for (index, lane) in source.table.lanes.enumerated() {
      let size = lane.positions.count
      let count = lane.policy == .cycle ? uses[index] : min(uses[index], size)
      for (turn, position) in lane.positions.enumerated() {
        entries.append(
          (
            ReplayEntry(number: position + 1, request: lane.request),
            count / size + (turn < count % size ? 1 : 0)
          ))
      }
    }
    return entries.sorted { $0.entry.number < $1.entry.number }
  }

  /// Counts a use of the next recorded response to a request, and returns its lane and the index of
  /// its exchange; `nil` if there is none, and then nothing is counted.
  ///
  /// A lane with unused responses is preferred. `isChange` is `false` if the response is the last
  /// one again: it is not counted, because it does not change what follows.
  mutating func next(for lookup: ReplayLookup) -> (lane: Int, position: Int, isChange: Bool)? {
    guard let first = lookup.lanes.first else { return nil }
    let lanes = source.table.lanes
    let fresh = lookup.lanes.first { uses[$0] < lanes[$0].positions.count }
    let lane = fresh ?? lookup.lanes.first { lanes[$0].policy != .once } ?? first
    guard let position = lanes[lane].position(afterAsking: uses[lane]) else { return nil }
    let isChange = fresh != nil || lanes[lane].policy != .last
    if isChange { uses.add(lane) }
    return (lane, position, isChange)
  }
}

extension RecordingBackend: Backend {
  /// The format version of ``snapshot``.
  public static var snapshotVersion: Int { 1 }

  /// A route for each recorded method and path, such as `GET /todo`; there are no provider states.
  public var catalogue: BackendCatalogue { source.catalogue }

  /// Always empty, because a recording does not send messages.
  public var outbox: Outbox { Outbox() }

  /// The table `entries`: number, request, status, and the number of times that its response was
  /// used.
  ///
  /// An entry with 0 is unused. Repetitions with the policy ``ReplayPolicy/last`` are not counted.
  public var dataTables: [DataTable<RecordingBackend>] {
    let copy = self
    return [
      DataTable(
        "entries", title: "Entries", group: "Recording", key: "number",
        columns: ["number", "request", "status", "asked"].map { DataColumn($0) },
        rows: DataRows(count: source.table.entryCount) { copy.rows })
    ]
  }

  private var rows: [DataRow] {
    entries.map { entry, uses in
      DataRow(
        "\(entry.number)",
        [
          "number": .integer(Int64(entry.number)), "request": .string(entry.request.line),
          "status": .integer(Int64(source.table.responses[entry.number - 1].status.code)),
          "asked": .integer(Int64(uses)),
        ])
    }
  }

  /// Returns the title of the recorded route for a request: a recorded method and path, whatever
  /// the query and the body; `nil` if there is none.
  public func route(of request: Request) -> String? {
    isEmpty ? nil : source.route(of: request)
  }

  /// Returns `false` if the recording is empty, otherwise `true`.
  public func changes(_ request: Request) -> Bool { !isEmpty }

  /// Processes one request: returns the next recorded response, or a miss that changes nothing.
  public mutating func answer(
    _ request: Request, at moment: Moment, within budget: WorkBudget
  ) -> Answer {
    // Without entries, the body is not read: it may be only the beginning of a streamed body.
    guard !isEmpty else {
      let miss = ServiceMiss(
        "\(request.line.shortened) is not in the recording; the recording is empty", nearest: [])
      return Answer(miss.response, effect: .unmatched)
    }
    do throws(Fault) {
      let lookup = try source.find(request, within: budget)
      let unchanged = uses
      if let next = next(for: lookup) {
        let response: Response
        do throws(Fault) {
          response = try source.response(at: next.position, for: request, within: budget)
        } catch {
          uses = unchanged
          throw error
        }
        return Answer(
          response, route: source.titles[next.lane],
          effect: next.isChange ? .changed : .read)
      }
      let miss = try source.miss(lookup, within: budget)
      return Answer(
        miss.response, effect: .unmatched, nearMisses: miss.nearest)
    } catch {
      return Answer(error.plainResponse, effect: .refused)
    }
  }

  /// Refuses every provider state, because a recording has none.
  ///
  /// - Throws: Always `ProviderStateError`.
  public mutating func setUp(
    _ state: String, parameters: JSONObject, at moment: Moment
  ) throws(ProviderStateError) -> JSONObject {
    throw ProviderStateError(
      "the provider state \"\(state)\" is not available, because a recording has no states; use a "
        + "contract or an emulator")
  }

  /// The counts of the used responses as JSON, with a digest that identifies the recording.
  public var snapshot: JSON { ["recording": .string(source.mark), "uses": uses.json] }

  /// Restores the counts from the JSON of ``snapshot``.
  ///
  /// - Throws: `SnapshotError` if the snapshot is damaged or is of a different recording; the backend is
  ///   then unchanged.
  public mutating func restore(_ snapshot: JSON) throws(SnapshotError) {
    let reader = SnapshotReader(snapshot)
    let mark = try reader.member("recording")
    guard try mark.string() == source.mark else {
      throw SnapshotError(
        "\(mark.path) is of a different recording; restore it where the same HAR files are replayed"
      )
    }
    uses = try UseCounts(try reader.member("uses"), rows: source.table.lanes.count)
  }
}

/// The behavior after all recorded responses to a request were used.
///
/// A ``RecordingBackend`` has a default policy. If the last of several identical exchanges has the
/// note `_replay`, the policy named by the note is used for that request instead. The note's value is
/// the name of a case.
public enum ReplayPolicy: String, Sendable, Hashable, CaseIterable {
  /// Each response is used once; after that, the request is a miss.
  case once
  /// After the last response was used, it is repeated.
  case last
  /// After the last response was used, all responses are repeated in order.
  case cycle
}
