import GhostlightDataModel
import Testing

@Suite struct `Data models` {
  private static let full = """
    <?xml version="1.0"?>
    <!-- a comment with <tags> and "quotes" -->
    <model userDefinedModelVersionIdentifier = 'v2'>
      <entity name="Thing" representedClassName=".Thing" codeGenerationType="category"
        parentEntity="Base" isAbstract="YES" elementID="Old" versionHashModifier="m">
        <attribute name="a" attributeType="String" optional="YES" transient="YES"
          usesScalarValueType="YES"><userInfo><entry key="k" value="v"/>
          <entry key="l"/></userInfo></attribute>
        <attribute/>
        <relationship name="r" destinationEntity="Base" inverseName="i" toMany="YES" ordered="YES"
          optional="YES" transient="YES" minCount="2" maxCount="7" deletionRule="Cascade">
          <userInfo><entry key="x" value="y"/></userInfo></relationship>
        <relationship name="one" destinationEntity="Base" minCount="1" maxCount="9"/>
        <relationship name="many" destinationEntity="Base" toMany="YES"/>
        <fetchedProperty name="f"><fetchRequest name="inner" entity="Base" predicateString="p"
          fetchLimit="5"/></fetchedProperty>
        <fetchedProperty name="none"/>
        <fetchIndex name="x"><fetchIndexElement property="a" type="Binary" order="ascending"/>
          <fetchIndexElement property="r" type="RTree" order="descending"/></fetchIndex>
        <uniquenessConstraints>
          <uniquenessConstraint><constraint value="a"/><constraint value="b"/></uniquenessConstraint>
          <uniquenessConstraint><constraint value="c"/><constraint/></uniquenessConstraint>
        </uniquenessConstraints>
        <userInfo><entry key="e" value="f"/></userInfo>
      </entity>
      <entity name="Base"/>
      <configuration name="C"><memberEntity name="Base"/><memberEntity name="Thing"/></configuration>
      <configuration name="D"/>
      <fetchRequest name="T" entity="Thing" predicateString="q" fetchLimit="3"/>
      <fetchRequest name="U" entity="Base"/>
    </model>
    """

  @Test func `every element and attribute of a model is read`() throws {
    let model = try DataModel(contents: Self.full)
    #expect(model.versionIdentifier == "v2")
    #expect(model.configurations == ["C": ["Base", "Thing"], "D": []])
    #expect(
      model.requests.map { "\($0.name) \($0.entity) \($0.predicate ?? "-") \($0.limit)" }
        == ["T Thing q 3", "U Base - 0"])
    #expect(model.entities.map(\.name) == ["Thing", "Base"])
    let thing = model.entities[0]
    #expect(thing.className == ".Thing" && thing.codeGeneration == "category")
    #expect(thing.parent == "Base" && thing.isAbstract && thing.userInfo == ["e": "f"])
    #expect(thing.settings["elementID"] == "Old" && thing.settings["versionHashModifier"] == "m")
    #expect(thing.uniqueness == [["a", "b"], ["c"]])
    let a = thing.attributes[0]
    #expect(a.name == "a" && a.type == "String" && a.isOptional && a.isTransient && a.isScalar)
    #expect(a.userInfo["k"] == "v" && a.settings["attributeType"] == "String")
    let bare = thing.attributes[1]
    #expect(bare.name == "" && bare.type == "Undefined")
    #expect(!bare.isOptional && !bare.isTransient && !bare.isScalar && bare.userInfo.isEmpty)
    let relationships = thing.relationships.map { one in
      "\(one.name) \(one.destination) \(one.inverse ?? "-") \(one.isToMany) \(one.isOrdered) "
        + "\(one.isOptional) \(one.isTransient) \(one.minCount) \(one.maxCount) \(one.deleteRule)"
    }
    #expect(
      relationships == [
        "r Base i true true true true 2 7 Cascade",
        "one Base - false false false false 1 1 Nullify",
        "many Base - true false false false 0 0 Nullify",
      ])
    #expect(thing.relationships[0].userInfo == ["x": "y"])
    #expect(thing.relationships[0].settings["ordered"] == "YES")
    #expect(
      thing.fetchedProperties.map { "\($0.name) \($0.entity) \($0.predicate ?? "-") \($0.limit)" }
        == ["f Base p 5"])
    let elements = thing.indexes.flatMap(\.elements)
      .map { "\($0.property) \($0.isAscending) \($0.isSpatial)" }
    #expect(thing.indexes.map(\.name) == ["x"] && elements == ["a true false", "r false true"])
    let base = model.entities[1]
    #expect(base.className == nil && base.codeGeneration == nil && base.parent == nil)
    #expect(!base.isAbstract && base.uniqueness.isEmpty && base.settings == ["name": "Base"])
    #expect(base.attributes.isEmpty && base.relationships.isEmpty && base.indexes.isEmpty)
  }

  /// Columns: a text in an attribute, and its value.
  @Test(arguments: [
    ("a&amp;b", "a&b"), ("&lt;&gt;&quot;&apos;", "<>\"'"), ("&#65;&#x42;", "AB"), ("x&#10;", "x\n"),
    ("&#x1F600;", "😀"), ("plain", "plain"), ("", ""), ("é", "é"), ("a&amp;", "a&"),
  ])
  func `references in a value are replaced`(_ text: String, _ value: String) throws {
    for quote in ["'", "\""] {
      let root = try XMLReader.root(of: "<model name = \(quote)\(text)\(quote) />")
      #expect(root.attributes == ["name": value] && root.name == "model" && root.children.isEmpty)
    }
  }

  @Test(arguments: [
    ("", 1, "the root element is missing"), ("text", 1, "the root element is missing"),
    ("\n\n<", 3, "the root element is missing"), ("<!-- a", 1, "'-->' is missing"),
    ("<?xml", 1, "'?>' is missing"), ("<!DOCTYPE a>", 1, "declarations are not read"),
    ("</a>", 1, "an end does not match"), ("<a>\n</b>", 2, "an end does not match"),
    ("<a></a b>", 1, "'>' is missing"), ("<a>", 1, "the root element is missing"),
    ("<a b>", 1, "'=' is missing behind 'b'"), ("<a b=c>", 1, "a quotation mark is missing"),
    ("<a b=", 1, "a quotation mark is missing"), ("<a b='c", 1, "a value has no end"),
    ("<a\n\nb='&x;'/>", 3, "'&x;' means nothing"), ("<a b='&'/>", 1, "'&' has no ';'"),
    ("<a b='&#xD800;'/>", 1, "'&#xD800;' means nothing"), ("<a ='b'/>", 1, "a name is missing"),
    ("<>", 1, "a name is missing"), ("<a", 1, "a name is missing"),
  ])
  func `a malformed text has the line and the reason`(
    _ text: String, _ line: Int, _ reason: String
  ) {
    let error = #expect(throws: XMLError.self) { try XMLReader.root(of: text) }
    #expect(error?.description == "line \(line): \(reason)")
  }

  @Test func `elements are nested in order, up to a limit`() throws {
    let root = try XMLReader.root(
      of: "<a><b i='1'/>text<!-- c --><c><b i='2'/></c ><b i='3'></b></a>")
    #expect(root.children.map(\.name) == ["b", "c", "b"])
    #expect(root.all("b").map { $0.attributes["i"] } == ["1", "3"])
    #expect(root.all("c").flatMap(\.children).map { $0.attributes["i"] } == ["2"])
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(throws: Never.self) { try XMLReader.root(of: nested(100)) }
    let error = #expect(throws: XMLError.self) { try XMLReader.root(of: nested(101)) }
    #expect(error?.description == "line 1: the elements nest too deep")
  }
}
