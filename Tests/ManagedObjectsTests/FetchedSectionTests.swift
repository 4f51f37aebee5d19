import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

/// Records the calls of a controller as text, optionally with the number of fetched objects.
final class ControllerLog: NSFetchedResultsControllerDelegate {
  private var lines: [String] = []
  private let hasCounts: Bool
  var title: String?

  init(hasCounts: Bool = true) { self.hasCounts = hasCounts }

  private func append(_ event: String, _ objects: [Any]?) {
    lines.append(hasCounts ? "\(event) \(objects?.count ?? -1)" : event)
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }

  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) { append("will", controller.fetchedObjects) }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    func text(_ path: IndexPath?) -> String { path.map { "\($0.section).\($0.item)" } ?? "-" }
    let name = (anObject as? NSManagedObject)?.text("name") ?? "?"
    lines.append("\(type) \(name) \(text(indexPath)) \(text(newIndexPath))")
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) { lines.append("\(type) section \(sectionInfo.name) \(sectionIndex)") }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) { append("did", controller.fetchedObjects) }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { title.map { "\($0)\(sectionName)" } }
}

@Suite(.limitedConcurrency) struct `Sections of fetched results` {
  private typealias Controller = NSFetchedResultsController<NSManagedObject>

  private static func controller(
    _ space: Workspace, by path: String?,
    _ change: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
  ) throws -> Controller {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = [
      NSSortDescriptor(key: "age", ascending: true), NSSortDescriptor(key: "name", ascending: true),
    ]
    change(request)
    let controller = Controller(
      fetchRequest: request, managedObjectContext: space.context, sectionNameKeyPath: path,
      cacheName: "cache")
    try controller.performFetch()
    return controller
  }

  private static func people() throws -> (Workspace, [String: NSManagedObject]) {
    let space = try Workspace(.sqlite)
    var people: [String: NSManagedObject] = [:]
    for (name, age) in [("a", 1), ("b", 1), ("c", 1), ("d", 2), ("e", 3)] {
      people[name] = space.insert(name == "d" ? "Manager" : "Employee", ["name": name, "age": age])
    }
    try space.context.save()
    return (space, people)
  }

  @Test func `sections have names, titles, counts and paths`() throws {
    let (space, people) = try Self.people()
    let controller = try Self.controller(space, by: "age")
    #expect(controller.sectionNameKeyPath == "age" && controller.cacheName == "cache")
    #expect(controller.managedObjectContext === space.context)
    #expect(controller.fetchRequest.entityName == "Employee")
    let sections = try #require(controller.sections)
    #expect(sections.map(\.name) == ["1", "2", "3"])
    #expect(sections.map(\.indexTitle) == ["1", "2", "3"])
    #expect(sections.map(\.numberOfObjects) == [3, 1, 1])
    #expect(sections.map { $0.objects?.count } == [3, 1, 1])
    #expect(controller.fetchedObjects?.map { $0.text("name") } == ["a", "b", "c", "d", "e"])
    for (name, path) in [
      ("a", IndexPath(row: 0, section: 0)), ("c", IndexPath(item: 2, section: 0)),
      ("e", IndexPath(row: 0, section: 2)),
    ] {
      let object = try #require(people[name])
      #expect(controller.indexPath(forObject: object) == path)
      #expect(controller.object(at: path) === object)
    }
    #expect(controller.indexPath(forObject: space.insert("Employee")) == nil)
    #expect(controller.sectionIndexTitles == ["1", "2", "3"])
    #expect(controller.sectionIndexTitle(forSectionName: "ab") == "A")
    #expect(controller.sectionIndexTitle(forSectionName: "") == nil)
    #expect(controller.section(forSectionIndexTitle: "3", at: 0) == 2)
    #expect(controller.section(forSectionIndexTitle: "x", at: 1) == 1)
    let log = ControllerLog()
    controller.delegate = log
    #expect(controller.delegate === log && controller.sectionIndexTitles == [])
    log.title = "T"
    #expect(controller.sectionIndexTitles == ["T1", "T2", "T3"])
    let path = IndexPath(row: 4, section: 7)
    #expect(path.section == 7 && path.row == 4 && path.item == 4)
    Controller.deleteCache(withName: nil)
  }

  @Test func `without a path there is one section, even without objects`() throws {
    let (space, _) = try Self.people()
    let controller = try Self.controller(space, by: nil)
    #expect(controller.sections?.map(\.name) == [""])
    #expect(controller.sections?.map(\.numberOfObjects) == [5])
    let none = try Self.controller(space, by: nil) {
      $0.predicate = NSPredicate(format: "FALSEPREDICATE")
    }
    #expect(none.sections?.map(\.numberOfObjects) == [0])
    let path = try Self.controller(space, by: "age") {
      $0.predicate = NSPredicate(format: "FALSEPREDICATE")
    }
    #expect(path.sections?.isEmpty == true)
    let names = try Self.controller(space, by: "department.name")
    #expect(names.sections?.map(\.name) == [""])
  }

  /// A change of the people, and the calls of the delegate.
  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let apply: @Sendable (Workspace, [String: NSManagedObject]) -> Void

    init(
      _ description: String, _ lines: [String],
      _ apply: @escaping @Sendable (Workspace, [String: NSManagedObject]) -> Void
    ) {
      testDescription = description
      self.lines = lines
      self.apply = apply
    }
  }

  private static let changes = [
    Change("nothing", []) { _, _ in },
    Change("a new first", ["will 5", "insert A - 0.0", "did 6"]) { space, _ in
      space.insert("Employee", ["name": "A", "age": 1])
    },
    Change("a new section", ["will 5", "insert section 0 0", "insert z - 0.0", "did 6"]) {
      space, _ in space.insert("Manager", ["name": "z", "age": 0])
    },
    Change("an update in place", ["will 5", "update bb 0.1 0.1", "did 5"]) { _, people in
      people["b"]?.setValue("bb", forKey: "name")
    },
    Change("a move in a section", ["will 5", "move z 0.0 0.2", "did 5"]) { _, people in
      people["a"]?.setValue("z", forKey: "name")
    },
    Change("a move to another section", ["will 5", "move b 0.1 1.0", "did 5"]) { _, people in
      people["b"]?.setValue(2, forKey: "age")
    },
    Change(
      "a move that empties a section",
      ["will 5", "delete section 3 2", "move e 2.0 1.1", "did 5"]
    ) { _, people in people["e"]?.setValue(2, forKey: "age") },
    Change("a deletion", ["will 5", "delete a 0.0 -", "did 4"]) { space, people in
      if let object = people["a"] { space.context.delete(object) }
    },
    Change(
      "a deletion of a section", ["will 5", "delete section 2 1", "delete d 1.0 -", "did 4"]
    ) { space, people in if let object = people["d"] { space.context.delete(object) } },
    Change(
      "two updates that change places",
      ["will 5", "update aa 0.2 0.1", "update bb 0.1 0.2", "did 5"]
    ) { _, people in
      people["b"]?.setValue("bb", forKey: "name")
      people["c"]?.setValue("aa", forKey: "name")
    },
    Change("two updates in place", ["will 5", "update aa 0.0 0.0", "update cc 0.2 0.2", "did 5"]) {
      _, people in
      people["a"]?.setValue("aa", forKey: "name")
      people["c"]?.setValue("cc", forKey: "name")
    },
    Change("another entity", []) { space, _ in space.insert("Skill", ["name": "x"]) },
    Change("a refresh", ["will 5", "update d 1.0 1.0", "did 5"]) { space, people in
      if let object = people["d"] { space.context.refresh(object, mergeChanges: false) }
    },
    Change(
      "a reset",
      [
        "will 5", "delete section 1 0", "delete section 2 1", "delete section 3 2",
        "delete ? 0.0 -",
        "delete ? 0.1 -", "delete ? 0.2 -", "delete ? 1.0 -", "delete ? 2.0 -", "did 0",
      ]
    ) { space, _ in space.context.reset() },
  ]

  @Test(arguments: changes)
  func `the delegate receives each change with its paths`(_ change: Change) throws {
    let (space, people) = try Self.people()
    let controller = try Self.controller(space, by: "age")
    let silent = try Self.controller(space, by: "age")
    let log = ControllerLog()
    controller.delegate = log
    change.apply(space, people)
    space.context.processPendingChanges()
    let lines = log.take().map { line in
      change.testDescription == "a reset"
        ? line.replacingOccurrences(
          of: #"delete [a-e] "#, with: "delete ? ", options: .regularExpression)
        : line
    }
    #expect(lines == change.lines)
    space.context.processPendingChanges()
    #expect(log.take() == [])
    #expect(silent.fetchedObjects == controller.fetchedObjects)
    #expect(silent.sections?.map(\.name) == controller.sections?.map(\.name))
  }

  @Test func `an object belongs to the results by entity and predicate`() throws {
    let (space, people) = try Self.people()
    let plain = try Self.controller(space, by: nil) { $0.includesSubentities = false }
    let old = try Self.controller(space, by: nil) { $0.predicate = NSPredicate(format: "age > 1") }
    func names(_ controller: Controller) -> String {
      controller.fetchedObjects?.compactMap { $0.text("name") }.joined() ?? ""
    }
    #expect(names(plain) == "abce" && names(old) == "de")
    space.insert("Manager", ["name": "m", "age": 9])
    space.insert("Employee", ["name": "n", "age": 9])
    people["a"]?.setValue(5, forKey: "age")
    people["e"]?.setValue(1, forKey: "age")
    space.context.processPendingChanges()
    #expect(names(plain) == "bcean" && names(old) == "damn")
  }
}
