import GhostlightCore

extension HARDocument {
  /// Adds the pages and entries of another document behind those of this one.
  ///
  /// All else of this document stays, and all else of the other is left. A page of the other whose
  /// id is taken gets a new one, here and in its entries.
  public mutating func append(contentsOf other: HARDocument) {
    var log = self.log
    var pages = log.pages
    var taken = Set(pages.compactMap(\.id))
    var renamed: [String: String] = [:]
    for var page in other.log.pages {
      if let id = page.id {
        let free = Self.free(id, taken)
        if free != id { renamed[id] = free }
        page.id = free
        taken.insert(free)
      }
      pages.append(page)
    }
    if !pages.isEmpty { log.pages = pages }
    log.entries += other.log.entries.map { entry in
      guard let page = entry.pageref.flatMap({ renamed[$0] }) else { return entry }
      var entry = entry
      entry.pageref = page
      return entry
    }
    self.log = log
  }

  private static func free(_ id: String, _ taken: Set<String>) -> String {
    guard taken.contains(id) else { return id }
    var number = 2
    while taken.contains("\(id)-\(number)") { number += 1 }
    return "\(id)-\(number)"
  }
}
