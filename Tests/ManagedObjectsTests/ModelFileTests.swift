import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Model files` {
  static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <!-- made by hand -->
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
    userDefinedModelVersionIdentifier="v2">
        <entity name="Base" representedClassName=".Base" isAbstract="YES">
            <attribute name="made" optional="YES" attributeType="Date" \
    defaultDateTimeInterval="5"/>
        </entity>
        <entity name="Todo" representedClassName="Todo" parentEntity="Base" elementID="Task">
            <attribute name="title" attributeType="String" defaultValueString="a &amp; b" \
    minValueString="1" maxValueString="9" regularExpressionString="[a-z &amp;]+"/>
            <attribute name="rank" optional="YES" attributeType="Integer 16" \
    defaultValueString="7" usesScalarValueType="YES" minValueString="0" maxValueString="10"/>
            <attribute name="extra" optional="YES" attributeType="Transformable" \
    valueTransformerName="Reverse"/>
            <relationship name="list" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="List" inverseName="todos" inverseEntity="List"/>
            <fetchedProperty name="twins" optional="YES">
                <fetchRequest name="fetchedPropertyFetchRequest" entity="Todo" \
    predicateString="title == $FETCH_SOURCE.title"/>
            </fetchedProperty>
            <fetchIndex name="byTitle">
                <fetchIndexElement property="title" type="Binary" order="descending"/>
            </fetchIndex>
            <uniquenessConstraints><uniquenessConstraint><constraint value="title"/>\
    </uniquenessConstraint></uniquenessConstraints>
            <userInfo><entry key="color" value="red"/></userInfo>
        </entity>
        <entity name="List">
            <relationship name="todos" optional="YES" toMany="YES" ordered="YES" maxCount="3" \
    deletionRule="Cascade" destinationEntity="Todo" inverseName="list" inverseEntity="Todo"/>
        </entity>
        <configuration name="Local"><memberEntity name="List"/></configuration>
        <fetchRequest name="Titled" entity="Todo" predicateString="title == $T"/>
    </model>
    """

  private func folder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("Model-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func write(_ text: String, _ url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  @Test func `a model file is read with everything in it`() throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let package = folder.appendingPathComponent("App.xcdatamodeld")
    try write("<model></model>", package.appendingPathComponent("App.xcdatamodel/contents"))
    try write(Self.contents, package.appendingPathComponent("App 2.xcdatamodel/contents"))
    try write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>App 2.xcdatamodel</string></dict></plist>
      """, package.appendingPathComponent(".xccurrentversion"))
    let model = try #require(NSManagedObjectModel(contentsOf: package))
    #expect(model.entities.compactMap(\.name) == ["Base", "Todo", "List"])
    #expect(model.versionIdentifiers == ["v2"])
    #expect(model.configurations == ["Local"])
    let todo = try #require(model.entitiesByName["Todo"])
    #expect(todo.superentity?.name == "Base")
    #expect(model.entitiesByName["Base"]?.isAbstract == true)
    #expect(todo.renamingIdentifier == "Task")
    #expect(todo.userInfo?["color"] as? String == "red")
    #expect(todo.uniquenessConstraints as? [[String]] == [["title"]])
    #expect(todo.indexes.map(\.name) == ["byTitle"])
    #expect(todo.indexes.first?.elements.first?.isAscending == false)
    let title = try #require(todo.attributesByName["title"])
    #expect(title.defaultValue as? String == "a & b")
    #expect(title.regularExpression == "[a-z &]+")
    #expect(!title.isOptional)
    #expect(todo.attributesByName["rank"]?.defaultValue as? Int == 7)
    #expect(
      todo.attributesByName["made"]?.defaultValue as? Date
        == Date(timeIntervalSinceReferenceDate: 5))
    let todos = try #require(model.entitiesByName["List"]?.relationshipsByName["todos"])
    #expect(todos.isOrdered && todos.isToMany && todos.maxCount == 3)
    #expect(todos.deleteRule == .cascadeDeleteRule)
    #expect(todos.inverseRelationship === todo.relationshipsByName["list"])
    #expect(
      model.fetchRequestFromTemplate(withName: "Titled", substitutionVariables: ["T": "x"])?
        .predicate?.description == "title == \"x\"")
    try use(model)
  }

  private func use(_ model: NSManagedObjectModel) throws {
    let merged = try #require(NSManagedObjectModel(byMerging: [model]))
    for model in [model, merged] {
      let space = try Workspace(.memory, model: model)
      let one = space.insert("Todo", ["title": "one"])
      let two = space.insert("Todo", ["title": "one"])
      let list = space.insert("List")
      list.setValue(NSOrderedSet(array: [two, one]), forKey: "todos")
      #expect(one.object("list") === list)
      #expect(one.value(forKey: "rank") as? Int == 7)
      #expect((one.value(forKey: "twins") as? [NSManagedObject])?.count == 2)
      one.setValue(11, forKey: "rank")
      let error = #expect(throws: NSError.self) { try space.context.save() }
      #expect(error?.code == NSValidationNumberTooLargeError)
    }
  }

  @Test(arguments: ["", "<model>", "<other/>", "<model><entity name='a></model>", "<model>&x;"])
  func `a malformed file is not a model`(_ text: String) throws {
    let folder = try folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("A.xcdatamodel/contents")
    try write(text, url)
    #expect(NSManagedObjectModel(contentsOf: url.deletingLastPathComponent()) == nil)
  }
}
