extension String {
  /// The text for a report: at most a hundred characters, or some of them and `...`.
  var shortened: String {
    guard utf8.count > 100 else { return self }
    let start = prefix(97)
    return start.utf8.count == utf8.count ? self : start + "..."
  }
}
