/// The charge of a request in request units, which grows with the sizes of documents and pages.
///
/// Small documents and pages have the charges that were recorded from the service.
///
/// - Source: protocol reference B21. Assumption: the growth.
enum RequestCharge {
  /// The size of a document that has the recorded charge, in bytes.
  private static let kilobyte = 1024

  /// Returns the charge of reading or writing one document.
  ///
  /// A document of 100 KB costs ten times as much as one of up to 1 KB, which costs `base`.
  static func ofDocument(_ base: String, bytes: Int) -> String {
    guard bytes > kilobyte, let units = Double(base) else { return base }
    let hundredths = Int((units * 100).rounded())
    return text(hundredths + hundredths * (kilobytes(bytes) - 1) / 11)
  }

  /// Returns the charge of one page of a query.
  static func ofQuery(rows: Int, bytes: Int) -> String {
    rows <= 1 && bytes <= kilobyte ? "2.25" : page(225, rows, bytes)
  }

  /// Returns the charge of one page of a list or of the change feed.
  static func ofFeed(rows: Int, bytes: Int) -> String {
    rows <= 1 && bytes <= kilobyte ? "2" : page(200, rows, bytes)
  }

  /// Returns the charge of a page with `base` hundredths of a unit for its first row.
  private static func page(_ base: Int, _ rows: Int, _ bytes: Int) -> String {
    let extra = max(0, rows - 1) * 1491 / 999
    return text(base + extra + max(0, kilobytes(bytes) - max(1, rows)) * 5)
  }

  private static func kilobytes(_ bytes: Int) -> Int { (bytes + kilobyte - 1) / kilobyte }

  /// Returns hundredths of a unit as a number without zeros at its end.
  static func text(_ hundredths: Int) -> String {
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return String(whole) }
    if rest.isMultiple(of: 10) { return "\(whole).\(rest / 10)" }
    return rest < 10 ? "\(whole).0\(rest)" : "\(whole).\(rest)"
  }
}
