import GhostlightCore

/// Reads the dates of signed requests: `Fri, 20 Sep 2019 10:11:12 GMT`, in any case.
enum HTTPDateReader {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Seconds since 1970, or `nil` where the text is no such date.
  static func seconds(_ text: String) -> Int64? {
    let parts = text.lowercased().split(separator: " ")
    guard parts.count == 6, parts[5] == "gmt", let day = Int(parts[1]),
      let month = months.firstIndex(of: String(parts[2])), parts[3].utf8.count == 4
    else { return nil }
    let iso = "\(parts[3])-\(pad(month + 1))-\(pad(day))T\(parts[4])Z"
    return ISODate.milliseconds(iso).map { $0 / 1000 }
  }

  private static func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
