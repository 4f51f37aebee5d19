import GhostlightEmulation

extension Moment {
  /// The time so many milliseconds later, or the last there is.
  func later(byMilliseconds span: Int64) -> Int64 {
    let (sum, overflows) = milliseconds.addingReportingOverflow(span)
    return overflows ? .max : sum
  }
}
