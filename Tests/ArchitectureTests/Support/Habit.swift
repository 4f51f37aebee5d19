import Foundation

/// A pattern of wording that makes technical English hard to read.
///
/// A match is only a hint. If the sentence is right, it gets a row in `ProseBudget.allowed`.
struct Habit: Sendable {
  let name: String
  private let expression: NSRegularExpression

  private init(_ name: String, _ alternatives: String...) {
    self.name = name
    let pattern = alternatives.joined(separator: "|")
    do {
      expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines)
    } catch {
      preconditionFailure("the pattern of “\(name)” is invalid: \(error)")
    }
  }

  /// Returns the ranges that match the pattern in a text with one sentence on each line.
  ///
  /// The ranges count UTF-16 code units.
  func ranges(in text: String) -> [Range<Int>] {
    expression.matches(in: text, range: NSRange(location: 0, length: text.utf16.count))
      .compactMap { Range($0.range) }
  }

  private static let be = #"(?:is|are|was|were|be|been|being)"#

  static let all: [Habit] = verbs + actors + conditions + references

  private static let verbs = [
    Habit(
      "odd verb first",
      #"^(?:Answers|Asks|Comes|Goes|Hears|Holds|Hands|Keeps|Learns|Lets|Looks|Makes|Notes|Puts"#
        + #"|Says|Stands|Takes|Tells|Walks|Does(?! not)|Has(?! (?:been|statement)))\b"#
        + #"(?! (?:sense|sure|up to|effect|care|place)\b)"#),
    Habit(
      "answers for returns",
      #"(?:[;,.] |\band |\bor |\bbut |\bthen |\bthat |\bit )answers? (?:with |`"#
        + #"|(?:how|whether|what|the|an?|its|nil|true|false|that|in|to|of|from|as|by|for|it|one)\b)"#,
      #"\b"# + be + #" answered\b"#),
    Habit(
      "question word first",
      #"^(?:What|How|Where|Which|Who|Whom|Whose|Whoever|Whatever|Those (?:who|that)|Somebody|Nobody)"#
        + #"\b(?![^.\n]*\?)(?! (?:is|are|we|you|possible|applicable|to) )"#),
    Habit(
      "fragment first",
      #"^(?:None|Not|Nothing|Always|Never|Else|Rare|The same)"#
        + #"(?:[,:.]|$| (?:for|as|with|where|unless|of|in|by)\b)"#),
  ]

  private static let actors = [
    Habit(
      "who, nobody, somebody",
      #"(?i:\b(?:whoever|nobody|somebody|everybody|anybody|no one)\b)"#),
    Habit(
      "those who, one that",
      #"\b(?:those (?:who|there|whose)|the ones? (?:of|who|which|there|by|beyond|before|after)"#
        + #"|ones (?:of|who|with)|one that)\b(?! (?:can|is|are|was|has)\b)"#),
    Habit(
      "of ours, of a vendor's",
      #"\bof (?:ours|theirs|yours)\b"#,
      #"\b(?:an?|the|each|every|any|no|this|that|\w+s) \w+ of (?:the )?[A-Z]\w+'s?"#
        + #"(?=$|[.,;:)]| (?:is|are|was|has|that|which|in|on|and|or|to|by|with|from|at|as|for|may"#
        + #"|can)\b)"#),
    Habit(
      "told, tells",
      #"\b"# + be + #" told\b(?! to\b)"#,
      #"\btells? (?:them|its|whether|what|how|where|one|each|apart|those|everybody|clients?|of)\b"#,
      #"\btold (?:apart|by|of|from|how|what|where)\b"#),
    Habit(
      "says, said",
      #"\b(?:unless|where|was|is|what) (?:said|told|asked)\b"#,
      #"\bunless given\b"#,
      #"\bsa(?:ys?|id) (?:so|which|what|how|nothing|of|it)\b"#),
    Habit(
      "asked",
      #"\b"# + be + #" asked\b(?! to\b)"#,
      #"\basks? (?:for (?:it|one|none|its|them)|of)\b"#),
  ]

  private static let conditions = [
    Habit(
      "is no X",
      #"(?<![Tt]here )\b(?<!can )(?<!will )(?<!should )"# + be + #" (?:no|none)\b"#
        + #"(?![ >]*(?:longer|more|less|later|earlier|such|guarantee|need|way|reason|point|effect"#
        + #"|different|better|op\b|-op\b|matter|matching))"#),
    Habit(
      "where for if",
      #"\bwhere (?:there|it|they|one|none|nothing|nobody|that|its|no|some|these|both)\b"#
        + #"(?! (?:are|is) (?:used|called|defined|located|needed|stored)\b)"#),
    Habit(
      "behind, beside, anew",
      #"\bbehind (?:it|them|that|which|this|what|each|every|one)\b"#, #"\bbeside\b"#,
      #"\banew\b"#),
    Habit("lacks", #"\b(?:lacks?|lacked)\b"#),
    Habit(
      "so many, in vain, perhaps, meanwhile, else",
      #"\b(?:so many(?! \w+ that)(?! character)|in vain|by themselves|for ever(?! \()|perhaps"#
        + #"|meanwhile)\b"#,
      #"[,;] else\b"#),
    Habit(
      "as it was, as it comes",
      #"\b(?:as|how) (?:it|they) (?:was|were|is|are|comes?|came|stands?|had|has)"#
        + #"(?=[.,;:)]|$| (?:then|now|before|there|without)\b)"#,
      #"\b(?:what|who) (?:it|they|he) (?:was|were|is|are|had|has)\b"#,
      #"\bas \w+(?: \w+)? (?:has|have|had) it\b"#),
    Habit(
      "another for different",
      #"\b"# + be + #" another\b"#, #"\banother than\b"#, #"\bbecomes? another\b"#),
  ]

  private static let references = [
    Habit(
      "that is there",
      #"\b(?:that|which|they|there|what) (?:is|are|was|were) there\b"#,
      #"\bwhere (?:there )?(?:is|are) (?:none|nothing)\b"#,
      #"\b(?:by|as) (?:then|now) (?:is|are|was)\b"#),
    Habit(
      "clause with what",
      #"\b(?:with|of|by|in|from|for|at|than|and|to|gives?|says?|shows?|keeps?|holds?|behind|before"#
        + #"|after|as|or|but|is|are) what (?:it|is|was|are|has|had|they|there|that|comes?|came"#
        + #"|stands?|goes|belongs|follows|takes|needs|reads?|serves?|one|an?|all|no|others?|both"#
        + #"|each|these|those|whoever)\b"#),
    Habit(
      "stands", #"\b(?:stands?|stood)\b(?!-| (?:for|up|out|in for)\b)"#,
      #"\bstanding (?:still|beside|for)\b"#),
    Habit(
      "takes or gives away, up, out",
      #"\b(?:tak(?:es?|en|ing)|took|g(?:ives?|iven|iving|ave))(?: \w+){1,4}"#
        + #" (?:away|up|out|along|back|down)(?=[.,;:]|$| (?:of|from|for|or|and)\b)"#,
      #"\btaken (?:away|out|down|over|in)\b"#,
      #"\btak(?:es?|en) (?:over for|it for)"#, #"\bh(?:olds?|eld) (?:against|to what)\b"#),
    Habit(
      "goes on, comes up",
      #"\b(?:goes|went) (?:on|before|first|its|away|behind)\b"#,
      #"\b(?:came|comes) (?:up|behind|last|again|along|late|of)\b"#,
      #"\b(?:is|are) no more(?=[.,;:]|$)"#, #"\b(?:is|are) gone\b"#),
    Habit(
      "looks at, leads, brings, hands",
      #"\blook(?:s|ed) (?:at|after) "#,
      #"\b(?:leads?|led) (?:back|it|them|its|hosts?|apps?|clients?|where|here"#
        + #"|the (?:vendor|host|client|app)|an app)\b"#,
      #"\bbr(?:ings?|ought) (?:along|it|them|about|in)\b"#,
      #"\bhand(?:s|ed|ing) (?:out|on|over|it|them)\b"#),
    Habit(
      "is meant, is to be, in its place",
      #"\b"# + be + #" meant\b"#, #"\b(?:is|are|was|were) to (?:be|have|come|go)\b"#,
      #"\bin the place of\b"#, #"\bin (?:its|their) place\b"#),
    Habit("word left by a replacement", #"^[A-Z][a-z]+[A-Z]\w+ (?:those|who|whoever|everybody)\b"#),
  ]
}
