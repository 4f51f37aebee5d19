extension HARDocument {
  /// What of the document no replay can show, in the order of the entries.
  public var warnings: [HARWarning] {
    var warnings: [HARWarning] = []
    for (index, entry) in log.entries.enumerated() {
      let line = "\(entry.request.method) \(HARProblem.shorten(entry.request.url))"
      if let reason = entry.omission {
        warnings.append(HARWarning(entry: index + 1, message: "\(line): left out, \(reason)"))
        continue
      }
      for body in entry.missingBodies {
        warnings.append(HARWarning(entry: index + 1, message: "\(line): \(body)"))
      }
    }
    return warnings
  }
}
