import GhostlightCore
import HTTPTypes
import GhostlightEmulation
import Testing

@testable import MiaEmulator

@Suite struct `Text search of Mia` {
  /// Words and stems from the vocabulary that the algorithm's author has published.
  @Test(arguments: [
    "consign": "consign", "consigned": "consign", "consigning": "consign",
    "consistency": "consist", "consistently": "consist", "consolation": "consol",
    "consolatory": "consolatori", "consolingly": "consol", "conspicuously": "conspicu",
    "conspirators": "conspir", "constable": "constabl", "constancy": "constanc",
    "knackeries": "knackeri", "knavish": "knavish", "kneaded": "knead", "knees": "knee",
    "knights": "knight", "knitting": "knit", "knives": "knive", "knocked": "knock",
    "agreed": "agre", "feed": "feed", "plastered": "plaster", "bled": "bled", "sing": "sing",
    "conflated": "conflat", "troubled": "troubl", "sized": "size", "hopping": "hop",
    "falling": "fall", "hissing": "hiss", "filing": "file", "happy": "happi", "by": "by",
    "say": "say", "relational": "relat", "conditional": "condit", "rationally": "ration",
    "digitizer": "digit", "vietnamization": "vietnam", "hopefulness": "hope", "formalize": "formal",
    "electrical": "electr", "goodness": "good", "allowance": "allow", "replacement": "replac",
    "adoption": "adopt", "communism": "communism", "controller": "control", "roll": "roll",
    "generously": "generous", "communities": "communiti", "skies": "sky", "dying": "die",
    "news": "news", "innings": "inning", "proceeded": "proceed", "gas": "gas", "kiwis": "kiwi",
    "ties": "tie", "cries": "cri", "toy's": "toy", "'tis": "tis", "youth": "youth", "is": "is",
    "università": "università",
  ])
  func `a word's stem is that of the vocabulary`(_ word: String, _ stem: String) {
    #expect(EnglishStem.of(word) == stem)
  }

  @Test(arguments: [
    ("connect", "Connections are made, others connected", true), ("connections", "connect", true),
    ("the", "the old house", false), ("the houses", "The old house", true),
    ("houses -old", "the old house", false), ("houses -older", "a house", true),
    ("\"old house\"", "the old house", true), ("\"old houses\"", "the old house", false),
    ("\"house old\"", "the old house", false), ("author's", "the author", true),
    ("citta", "Città", true), ("città", "citta", true), ("zebra", "the old house", false),
    ("", "the old house", false),
  ])
  func `a search finds words by their stems, and phrases as written`(
    _ search: String, _ text: String, _ isFound: Bool
  ) throws {
    let search = TextSearch(search, words: TextWords(), fields: ["title"])
    #expect(try (search.score(["title": .string(text)], within: .unlimited) > 0) == isFound)
  }

  /// Documents are indexed as English, regardless of the language of the search.
  @Test(arguments: [
    ("houses", "english", true), ("houses", "en", true), ("houses", "none", false),
    ("hous", "none", true), ("houses", "it", false), ("the", "none", false),
  ])
  func `a search uses the stems of its language`(
    _ text: String, _ name: String, _ isFound: Bool
  ) throws {
    let language = try #require(TextLanguage(name))
    let search = TextSearch(text, words: TextWords(), fields: ["title"], language: language)
    #expect(try (search.score(["title": "The old house"], within: .unlimited) > 0) == isFound)
  }

  @Test(arguments: [
    ("Houses", "house", false, false), ("Houses", "House", false, true),
    ("citta", "Città", true, false), ("Città", "città", true, true),
  ])
  func `a search can be sensitive to case and diacritics`(
    _ text: String, _ title: String, _ minds: Bool, _ isFound: Bool
  ) throws {
    let words = TextWords(isCaseSensitive: !minds, isDiacriticSensitive: minds)
    let search = TextSearch(text, words: words, fields: ["title"])
    #expect(try (search.score(["title": .string(title)], within: .unlimited) > 0) == isFound)
  }

  /// Scores that were computed by hand with the database's formula.
  @Test(arguments: [
    ("tea", 1.1), ("teas", 1.0), ("green tea", 0.75), ("tea tea", 1.5), ("the tea", 1.0),
    ("tea tea tea milk", 1.75 * 0.875),
  ])
  func `a score depends on how often and how densely a word occurs`(
    _ title: String, _ score: Double
  ) throws {
    let search = TextSearch("tea", words: TextWords(), fields: ["title"])
    #expect(try abs(search.score(["title": .string(title)], within: .unlimited) - score) < 1e-12)
  }

  @Test func `a language that the database does not support is refused`() throws {
    var project = try MiaProject.library()
    let filter = #"{"$text":{"$search":"house","$language":"klingon"}}"#
    #expect(
      project.run(.get, MiaProject.query("books", filter))
        == #"500 {"statusCode":500,"error":"Internal Server Error","#
        + #""message":"unsupported language: \"klingon\" for text index version 3"}"#)
  }

  @Test func `documents are sorted by descending score, which they contain`() throws {
    var project = try MiaProject.library()
    let found = project.send(
      .init(.get, MiaProject.query("books", #"{"$text":{"$search":"houses"}}"#, "&_p=title")))
    #expect(
      found.text == #"[{"_id":"b2","title":"House","score":1},"#
        + #"{"_id":"b1","title":"The old house","score":0.75},"#
        + #"{"_id":"b3","title":"Città and old house of old","score":0.625}]"#)
  }
}
