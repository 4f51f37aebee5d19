import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Matching of XML` {
  private func places(
    _ expected: String, _ actual: String, _ rules: [String: PactMatcher] = [:],
    isRequest: Bool = false
  ) throws -> [String] {
    let list = try rules.map { PactRule(try #require(PactPath($0)), [$1]) }
    return BodyComparison(rules: list, admitsMore: !isRequest)
      .failures(of: Array(actual.utf8), .text(expected, contentType: "application/xml"), type: nil)
      .map(\.place)
  }

  @Test(arguments: [
    ("<a/>", "<?xml version=\"1.0\"?>\n<!-- c --><a></a>\n", []),
    ("<a x='1' y='2'/>", "<a y=\"2\" x=\"1\"/>", []), ("<a x='1'/>", "<a x='2'/>", ["$.a['@x']"]),
    ("<a x='1'/>", "<a/>", ["$.a['@x']"]), ("<a/>", "<a x='1'/>", []),
    ("<a> t </a>", "<a>t</a>", []), ("<a>t</a>", "<a>u</a>", ["$.a['#text']"]),
    ("<a>&lt;&#65;&#x42;</a>", "<a><![CDATA[<AB]]></a>", []), ("<a/>", "<b/>", ["$.a"]),
    ("<a><b/><c/></a>", "<a><c/><b/></a>", []),
    (
      "<a><b>1</b><b>2</b></a>", "<a><b>2</b><b>1</b></a>", ["$.a.b['#text']", "$.a.b[1]['#text']"]
    ),
    ("<a><b/></a>", "<a/>", ["$.a.b"]), ("<a/>", "<a><b/></a>", []),
    ("<a xmlns='u'/>", "<p:a xmlns:p='u'/>", []), ("<a xmlns='u'/>", "<a/>", ["$.a"]),
    ("<a xmlns:p='u' p:x='1'/>", "<a xmlns:q='u' q:x='1'/>", []),
    ("<a/>", "<a>", ["body"]), ("<a/>", "{}", ["body"]), ("<a/>", "<a/><b/>", ["body"]),
    ("<a/>", "<a>&e;</a>", ["body"]), ("<a/>", "<!DOCTYPE a [<!ENTITY e 'x'>]><a/>", ["body"]),
  ])
  func `documents are compared by their elements`(
    _ expected: String, _ actual: String, _ differences: [String]
  ) throws {
    #expect(try places(expected, actual) == differences)
  }

  @Test func `a request has no more elements and attributes than the contract`() throws {
    #expect(try places("<a/>", "<a x='1'/>", isRequest: true) == ["$.a['@x']"])
    #expect(try places("<a/>", "<a><b/></a>", isRequest: true) == ["$.a.b"])
  }

  @Test(
    arguments: [
      ("<a x='1'/>", "<a x='22'/>", ["$.a['@x']": .regex("\\d+")], []),
      ("<a x='1'/>", "<a x='b'/>", ["$.a['@x']": .regex("\\d+")], ["$.a['@x']"]),
      ("<a>1</a>", "<a>2</a>", ["$.a.#text": .integer], []),
      ("<a>1</a>", "<a>x</a>", ["$.a['#text']": .integer], ["$.a['#text']"]),
      ("<a>red</a>", "<a>blue</a>", ["$.a": .regex("red|blue")], []),
      ("<l><e>1</e></l>", "<l><e>2</e><e>3</e></l>", ["$.l": .type(min: 2, max: nil)], []),
      ("<l><e>1</e></l>", "<l><e>2</e></l>", ["$.l": .type(min: 2, max: nil)], ["$.l"]),
      ("<l><e>1</e></l>", "<l><e>2</e><e>3</e></l>", ["$.l": .type(min: nil, max: 2)], []),
      (
        "<l><e>1</e></l>", "<l><e>2</e><e>3</e><e>4</e></l>", ["$.l": .type(min: nil, max: 2)],
        ["$.l"]
      ),
      ("<l><e>1</e></l>", "<l><e>2</e><f/></l>", ["$.l": .type(min: nil, max: nil)], ["$.l.f"]),
      (
        "<l><e n='1'/></l>", "<l><e n='1'/><e n='x'/></l>",
        ["$.l": .type(min: 1, max: nil), "$.l.e[*]['@n']": .regex("\\d")], ["$.l.e[1]['@n']"]
      ),
      ("<l><e n='1'/></l>", "<l><e n='2'/></l>", ["$.l.*.@n": .type(min: nil, max: nil)], []),
      ("<p:a xmlns:p='u' x='1'/>", "<p:a xmlns:p='u' x='2'/>", ["$['p:a']['@x']": .integer], []),
      ("<p:a xmlns:p='u' x='1'/>", "<p:a xmlns:p='u' x='2'/>", ["$['u:a']['@x']": .integer], []),
    ] as [(String, String, [String: PactMatcher], [String])])
  func `rules apply to elements, attributes and texts`(
    _ expected: String, _ actual: String, _ rules: [String: PactMatcher], _ differences: [String]
  ) throws {
    #expect(try places(expected, actual, rules) == differences)
  }

  @Test(arguments: [
    "", "a", "<", "<a", "<a>", "<a/", "<1a/>", "<-a/>", "<.a/>", "<a x/>", "<a x=/>", "<a x=1/>",
    "<a x='1/>", "<a x='1'y='2'/>", "<a x='1' x='2'/>", "<a x='<'/>", "<a x='&e;'/>",
    "<a>&lt</a>", "<a>&#xD800;</a>", "<a>&#;</a>", "<a></b>", "<a></a", "<a><![CDATA[x</a>",
    "<a><!-- x</a>", "<a><?x</a>", "<a/>x", "<!-- <a/>", "<?x <a/>", "<!DOCTYPE a",
    "<a/><!-- x", "<a/><?x", "<a/><!DOCTYPE a",
    "<a><b></a></b>", "<a>\u{1F600}",
  ])
  func `a text that is not well-formed is rejected`(_ text: String) {
    #expect(XMLElement(document: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    "<a/>", "\u{FEFF}<a/>", " \t\r\n<a/> \n", "<a />", "<a></a >", "<a></a\n>",
    "<?x?><!-- y --><a/><?z?>", "<!DOCTYPE a><a/>", "<!DOCTYPE a SYSTEM 'x'><a/>", "<a x = '1'/>",
    "<a\tx='\"'\ny=\"'\"/>", "<_a/>", "<ü/>", "<a-1.b/>", "<a><?p?><!--c-->t</a>",
    "<a>&#x1F600;&#65;&quot;&apos;&amp;&gt;</a>",
  ])
  func `a well-formed document is accepted`(_ text: String) {
    #expect(XMLElement(document: Array(text.utf8)) != nil)
  }

  @Test func `up to 200 elements may be nested`() {
    for count in [200, 201] {
      let text =
        String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
      #expect((XMLElement(document: Array(text.utf8)) != nil) == (count == 200))
    }
  }

  @Test func `an element has its names in namespaces, its attributes and its text`() throws {
    let text =
      "<r xmlns='u' xmlns:p='v' a='1' p:b='&amp;2' c:d='3'> x <k xmlns=''/> y <![CDATA[ z ]]></r>"
    let root = try #require(XMLElement(document: Array(text.utf8)))
    #expect(root.name == "u:r" && root.written == "r" && root.text == "xyz")
    #expect(root.attributes.map(\.name) == ["a", "v:b", "c:d"])
    #expect(root.attributes.map(\.value) == ["1", "&2", "3"])
    #expect(root.children.map(\.name) == ["k"])
  }

  @Test func `an interaction whose XML is not well-formed is not supported`() {
    var response = PactResponse.status(200)
    response.body = .text("<a>", contentType: "text/xml")
    let interaction = Interaction("x", request: .get("/"), response: response)
    #expect(interaction.unsupported == "its XML body is not well-formed")
  }
}
