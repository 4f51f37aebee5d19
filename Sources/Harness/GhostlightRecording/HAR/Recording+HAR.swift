extension Recording {
  /// Reads what happened from a document.
  ///
  /// Entries that no replay can show are left out, and ``HARDocument/warnings`` says which. Files
  /// of Ghostlight keep their order, since its clocks may go back; the entries of other tools are
  /// put into the order in which they began.
  ///
  /// - Throws: ``HARProblem`` for a time, URL, body or header field that cannot be understood.
  public init(_ document: HARDocument) throws(HARProblem) {
    let log = document.log
    var exchanges: [RecordedExchange] = []
    for (index, entry) in log.entries.enumerated() where entry.omission == nil {
      do throws(HARProblem) {
        exchanges.append(try entry.exchange())
      } catch {
        throw error.inside("entries[\(index)]").inside("log").named(document.name)
      }
    }
    if log.creator?.name != HARCreator.ghostlight.name { exchanges = Self.sorted(exchanges) }
    self.init(exchanges, comment: log.comment)
  }

  /// By time; of exchanges that began in the same millisecond the first stays first.
  private static func sorted(_ exchanges: [RecordedExchange]) -> [RecordedExchange] {
    exchanges.indices.sorted { left, right in
      let times = (exchanges[left].startedMilliseconds, exchanges[right].startedMilliseconds)
      return times.0 == times.1 ? left < right : times.0 < times.1
    }
    .map { exchanges[$0] }
  }
}
