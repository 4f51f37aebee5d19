import Testing

@testable import EGF2Emulator
import GhostlightCore
import HTTPTypes

@Suite struct `Sanitized texts` {
  @Test(arguments: [
    ("plain & \"quoted\"", "plain & \"quoted\""), ("<b>ok</b><script>x</script>", "<b>ok</b>"),
    ("<p>keep <i>it</i></p>", "keep <i>it</i>"), ("5 < 6", "5 &lt; 6"), ("6 > 5", "6 &gt; 5"),
    ("a < b > c", "a  c"), ("<br/>", "<br />"), ("<br />", "<br />"), ("<BR>", "<br>"),
    ("<a href=\"http://x/\">l</a>", "<a>l</a>"), ("<a title='>'>l</a>", "<a>l</a>"),
    ("<DIV class=x>d</Div>", "<div>d</div>"), ("a<!-- no <b> -->z", "az"), ("a<!-- no", "a"),
    ("<script src=x>a<b>c</SCRIPT >z", "z"), ("<script>a", ""), ("</script>a", "a"),
    ("<script>a/script>z", ""), ("<script>a/script>b</script>z", "z"),
    ("<img src=x onerror=y>z", "z"), ("<<b>x", "&lt;<b>x"), ("<", "&lt;"), (">", "&gt;"),
    ("", ""), ("<>", ""), ("</>", ""), ("<ul><li>é</li></ul>", "<ul><li>é</li></ul>"),
    ("<b", "&lt;b"), ("<b>x", "<b>x"), ("<a title='x>y", "&lt;a title='x&gt;y"),
  ])
  func `a sanitized text keeps only simple tags`(_ text: String, _ expected: String) {
    #expect(Sanitizer.clean(text) == expected)
  }

  @Test func `only texts at the top level of a body are sanitized`() {
    var world = GraphFixture.world
    let thing = world.send(
      .post, "/v1/graph",
      ["object_type": "thing", "title": "<p>ab", "anything": ["a": "<p>ab"]], as: world.mark
    ).json
    #expect(thing?["title"] == "ab")
    #expect(thing?["anything"] == ["a": "<p>ab"])
  }
}
