#if !canImport(CoreData)
  import Foundation
  import Testing

  /// Compares `Declarations.md` and Apple's signatures with the built module.
  @Suite struct `Declarations of ManagedObjects` {
    private static let graph = Result { try SymbolGraph() }

    @Test func `each public declaration has a row with Apple's page`() throws {
      let rows = try Row.all().map(\.declaration).sorted()
      let declared = try Self.graph.get().symbols.map(\.name).sorted()
      let difference = declared.difference(from: rows)
      let text = difference.map { change in
        switch change {
        case .insert(_, let name, _): "\(name) has no row in Declarations.md: add Apple's page"
        case .remove(_, let name, _): "\(name) is a row in Declarations.md, and no declaration"
        }
      }
      #expect(text == [])
    }

    @Test func `a page has the declaration's name unless its row has a note`() throws {
      let named = try Row.all().filter { $0.note.isEmpty }
      #expect(named.filter { $0.pageName != $0.declarationName }.map(\.declaration) == [])
      let pages = try Row.all().compactMap(\.page)
      #expect(pages.filter { $0.wholeMatch(of: #/\/documentation\/[a-z][^A-Z ]*/#) == nil } == [])
    }

    @Test(arguments: signatures)
    func `a method that takes a block has the signature that Apple documents for iOS 26`(
      _ name: String, _ declarations: [String]
    ) throws {
      #expect(try Self.graph.get().declarations(of: name) == declarations)
    }

    // Source: objc2-generated, fff28a8e, CoreData: the classes with NS_SWIFT_SENDABLE in their
    // headers.
    @Test func `a class is Sendable if Apple's class is`() throws {
      #expect(
        try Self.graph.get().sendableClasses == [
          "NSManagedObjectContext", "NSManagedObjectID", "NSPersistentContainer",
          "NSPersistentStoreCoordinator",
        ])
    }

    // Methods imported from Objective-C always have `@preconcurrency`, which Apple's pages do not
    // show.
    //
    // Source: Apple's pages in Declarations.md, as of 2026.
    private static let signatures: [(String, [String])] = [
      ("NSManagedObject", ["nonisolated class NSManagedObject"]),
      ("NSManagedObjectContext", ["nonisolated class NSManagedObjectContext"]),
      (
        "NSManagedObjectContext.perform(_:)",
        ["@preconcurrency func perform(_ block: @escaping @Sendable () -> Void)"]
      ),
      (
        "NSManagedObjectContext.performAndWait(_:)",
        [
          "@preconcurrency func performAndWait(_ block: @Sendable () -> Void)",
          "@preconcurrency nonisolated func performAndWait<T>"
            + "(_ block: @Sendable () throws -> T) rethrows -> T",
        ]
      ),
      (
        "NSManagedObjectContext.perform(schedule:_:)",
        [
          "@preconcurrency nonisolated func perform<T>"
            + "(schedule: NSManagedObjectContext.ScheduledTaskType = .immediate, "
            + "_ block: @escaping @Sendable () throws -> T) async rethrows -> T"
        ]
      ),
      (
        "NSPersistentContainer.performBackgroundTask(_:)",
        [
          "@preconcurrency func performBackgroundTask"
            + "(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void)",
          "func performBackgroundTask<T>"
            + "(_ block: @escaping (NSManagedObjectContext) throws -> T) async rethrows -> T",
        ]
      ),
      (
        "NSPersistentContainer.loadPersistentStores(completionHandler:)",
        [
          "func loadPersistentStores(completionHandler block: "
            + "@escaping (NSPersistentStoreDescription, (any Error)?) -> Void)"
        ]
      ),
      (
        "NSPersistentStoreCoordinator.perform(_:)",
        [
          "@preconcurrency func perform(_ block: @escaping @Sendable () -> Void)",
          "@preconcurrency func perform<T>"
            + "(_ block: @escaping @Sendable () throws -> T) async rethrows -> T",
        ]
      ),
      (
        "NSPersistentStoreCoordinator.performAndWait(_:)",
        [
          "@preconcurrency func performAndWait(_ block: @Sendable () -> Void)",
          "@preconcurrency func performAndWait<T>(_ block: @Sendable () throws -> T) rethrows -> T",
        ]
      ),
    ]
  }

  /// A row of `Declarations.md`.
  private struct Row {
    let declaration: String
    /// The path of Apple's page; `nil` if Core Data does not have the declaration.
    let page: String?
    /// The difference from Apple's declaration, or the reason for a declaration that Apple does not
    /// have.
    let note: String

    static func all() throws -> [Row] {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Declarations.md")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("| `") }
        .map { line in
          let cells = line.split(separator: "|").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
          }
          return cells.count == 3
            ? Row(declaration: cells[0], page: cells[1], note: cells[2])
            : Row(declaration: cells[0], page: nil, note: cells[1])
        }
    }

    /// The declaration's name in lower case, without the enclosing types.
    var declarationName: String {
      let head = declaration.prefix { $0 != "(" }
      let start = head.lastIndex(of: ".").map { declaration.index(after: $0) }
      return declaration[(start ?? declaration.startIndex)...].lowercased()
    }

    /// The last part of the page's path, without the suffix that distinguishes pages of overloads.
    var pageName: String {
      (page?.split(separator: "/").last.map(String.init) ?? "")
        .replacing(#/-(swift\.[a-z.]+|[0-9a-z]{4,5})$/#, with: "")
    }
  }
#endif
