import GhostlightGeneration
import ManagedObjectGenerator
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Refused models` {
  @Test(arguments: [
    ("", "line 1: the root element is missing"),
    ("<entities/>", "the root element is 'entities', not 'model'"),
    ("<model>\n<entity>\n</model>", "line 3: an end does not match"),
    ("<model", "line 1: a name is missing"),
    ("<model>\n<entity name=A/></model>", "line 2: a quotation mark is missing"),
    ("<model>\n\n<entity name='A/></model>", "line 3: a value has no end"),
    ("<!DOCTYPE m><model/>", "line 1: declarations are not read"),
    ("<model><entity name='&nbsp;'/></model>", "line 1: '&nbsp;' means nothing"),
  ])
  func `an error in XML includes the line`(_ contents: String, _ reason: String) {
    #expect(message(contents) == reason)
  }

  @Test(arguments: [
    (
      #"<entity name="A" representedClassName="A" parentEntity="B"/>"#,
      "'A' inherits from 'B', which is not an entity of the model"
    ),
    (
      #"<entity name="A"><relationship name="b" destinationEntity="B"/></entity>"#,
      "'A.b' has the destination 'B', which is not an entity of the model"
    ),
    (
      #"<entity name="A" representedClassName="1st"/>"#,
      "'A' has the class '1st', which is not a valid name in Swift"
    ),
    (
      #"<entity name="A" representedClassName="M.Date"/>"#,
      "'A' has the class 'Date', which would hide another class; rename it"
    ),
    (
      """
      <entity name="A" representedClassName="M.T"/><entity name="B" representedClassName="N.T"/>
      """, "'A' and 'B' both have the class 'T'; rename one"
    ),
    (
      #"<entity name="A" representedClassName="A"><attribute name="a b"/></entity>"#,
      "'A' has 'a b', which is not a valid name in Swift"
    ),
    (
      #"<entity name="A" representedClassName="A"><attribute name="_"/></entity>"#,
      "'A' has '_', which is not a valid name in Swift"
    ),
    (
      """
      <entity name="A" representedClassName="A"><attribute name="a"/>
      <relationship name="a" destinationEntity="A"/></entity>
      """, "'A' has 'a' twice; rename one"
    ),
  ])
  func `an invalid model is reported with entity and remedy`(_ entities: String, _ reason: String) {
    #expect(message(Fixture.model(entities)) == reason)
  }

  @Test(arguments: [
    "description", "hash", "self", "class", "objectID", "entity", "isDeleted", "hasChanges",
    "managedObjectContext", "willSave", "init",
  ])
  func `a property of every managed object cannot be redefined`(_ name: String) {
    let entity = """
      <entity name="A" representedClassName="A"><attribute name="\(name)"/></entity>
      """
    #expect(
      message(Fixture.model(entity))
        == "'A' has '\(name)', which is a member of every managed object; rename it")
  }

  private func message(_ contents: String) -> String? {
    do throws(GeneratorError) {
      _ = try ClassGenerator(contents: contents, source: "M.xcdatamodel", access: .internal)
      return nil
    } catch {
      return error.description
    }
  }
}
