import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A store of a killed process` {
  @Test func `a store opens with every acknowledged save after 50 kills`() throws {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "ManagedObjectsWriter")
    try #require(FileManager.default.fileExists(atPath: program.path), "no writer beside the tests")
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("Kill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("store.sqlite")
    var acknowledged = 0
    for round in 1...50 {
      acknowledged = max(acknowledged, try Self.run(program, path.path, for: 3 + round % 7))
      let stored = try Self.numbers(path)
      // The process may have been killed after its last save and before the message about that
      // save.
      #expect(stored.count >= acknowledged, "round \(round)")
      #expect(stored == Array(1...max(1, stored.count)), "round \(round)")
    }
    #expect(acknowledged >= 50)
  }

  /// Kills the writer after it has acknowledged some saves, and returns the last acknowledged
  /// number.
  private static func run(_ program: URL, _ path: String, for saves: Int) throws -> Int {
    let process = try ChildProcess(program, [path])
    let output = try #require(process.output)
    var text = ""
    while text.filter({ $0 == "\n" }).count < saves {
      let data = output.availableData
      guard !data.isEmpty else { break }
      text += String(decoding: data, as: UTF8.self)
    }
    process.send(SIGKILL)
    text += String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
    _ = process.wait()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.last.flatMap { Int($0) } ?? 0
  }

  private static func numbers(_ url: URL) throws -> [Int] {
    let entry = Company.entity("Entry")
    entry.properties = [
      Company.attribute("number", .integer64AttributeType),
      Company.attribute("text", .stringAttributeType),
    ]
    let model = NSManagedObjectModel()
    model.entities = [entry]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let store = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: true)]
    let numbers = try context.fetch(request).compactMap { $0.value(forKey: "number") as? Int }
    try coordinator.remove(store)
    return numbers
  }
}
