import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Serves `GET summary`: the numbers of a namespace that the console shows at all times.
extension ControlAPI {
  static func summary(
    _ call: Call, _ context: ControlContext, _ moment: Moment
  ) throws(Fault) -> Response {
    let namespace = try ControlCall(call).view(context)
    let services = context.stage.configuration.services
    let journal = namespace.journal
    let clock = namespace.clock
    var counts: [String: Int] = [:]
    for entry in journal { counts[entry.emulator, default: 0] += 1 }
    let boxes = namespace.outbox
    return .json(
      .ok,
      [
        "namespace": .string(namespace.name), "requests": JSON(count: journal.count),
        "unmatched": JSON(count: journal.count(where: isUnmatched)),
        "faults": JSON(count: namespace.faults.count { !$0.isSpent }),
        "messages": JSON(count: services.reduce(0) { $0 + (boxes[$1.name]?.messages.count ?? 0) }),
        "services": JSON(count: services.count),
        "namespaces": JSON(count: context.stage.namespaceNames.count),
        "recordings": JSON(count: context.recordings.count),
        "clock": [
          "now": .string(ISODate.format(milliseconds: clock.milliseconds)),
          "frozen": .bool(clock.isFrozen),
        ],
        "emulators": .object(
          services.reduce(into: [:]) { $0[$1.name] = JSON(count: counts[$1.name] ?? 0) }),
        "minutes": RequestMinutes(journal, until: clock.milliseconds).json,
      ])
  }
}

/// The number of requests in each of the last 30 minutes of a namespace's clock, by status.
struct RequestMinutes {
  private static let count = 30
  private static let milliseconds: Int64 = 60_000

  private let first: Int64
  private var fine = [Int](repeating: 0, count: Self.count)
  private var refused = [Int](repeating: 0, count: Self.count)
  private var failed = [Int](repeating: 0, count: Self.count)

  /// Counts the entries of a journal until a time, in milliseconds since 1970.
  init(_ journal: [JournalEntry], until now: Int64) {
    let last = Self.minute(of: now)
    first = last.subtractingReportingOverflow(Int64(Self.count) - 1).partialValue
    for entry in journal {
      let (place, overflows) = Self.minute(of: entry.milliseconds)
        .subtractingReportingOverflow(first)
      guard !overflows, let place = Int(exactly: place), fine.indices.contains(place) else {
        continue
      }
      switch entry.answer.response.status.code {
      case 500...: failed[place] += 1
      case 400...: refused[place] += 1
      default: fine[place] += 1
      }
    }
  }

  /// Returns the minute of a time; those before 1970 are rounded down too.
  private static func minute(of time: Int64) -> Int64 {
    let (quotient, rest) = time.quotientAndRemainder(dividingBy: milliseconds)
    return rest < 0 ? quotient - 1 : quotient
  }

  var json: JSON {
    let start = first.multipliedReportingOverflow(by: Self.milliseconds).partialValue
    let list = { (counts: [Int]) in JSON.array(counts.map { JSON(count: $0) }) }
    return [
      "from": .string(ISODate.format(milliseconds: start)),
      "fine": list(fine), "refused": list(refused), "failed": list(failed),
    ]
  }
}
