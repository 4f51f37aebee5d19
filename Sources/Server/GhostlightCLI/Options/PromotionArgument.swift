import ArgumentParser
import GhostlightContracts
import GhostlightCore

/// The value of the option `--given` or `--fill`, which may be limited to some entries.
struct PromotionArgument {
  private let text: String
  private let numbers: Set<Int>?
  private let rest: String

  /// Parses `1,3-5: …`; without numbers the value applies to all entries of the recording.
  ///
  /// - Throws: `ValidationError` if a range is invalid.
  init(_ text: String) throws {
    self.text = text
    let head = text.prefix { $0 != ":" }
    let isNumbered =
      head.count < text.count && !head.isEmpty
      && head.utf8.allSatisfy { (48...57).contains($0) || [32, 44, 45].contains($0) }
    guard isNumbered else {
      (numbers, rest) = (nil, text.trimmed)
      return
    }
    var numbers: Set<Int> = []
    for part in head.split(separator: ",") {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        Int($0.trimmed)
      }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first >= 1, first <= last, last <= 1_000_000
      else {
        throw ValidationError("\"\(head)\" is not a valid list of entries: use one such as 1,3-5.")
      }
      numbers.formUnion(first...last)
    }
    self.numbers = numbers
    rest = text.dropFirst(head.count + 1).trimmed
  }

  /// Returns the provider state in `object exists schema=todo` or `object exists {"schema":
  /// "todo"}`.
  ///
  /// - Throws: `ValidationError` if the state has no name, or if its parameters are not valid JSON.
  func state() throws -> ContractPromotion.NumberedState {
    if let brace = rest.firstIndex(of: "{") {
      let name = rest[..<brace].trimmed
      guard !name.isEmpty, let members = Self.value(String(rest[brace...])).object else {
        throw ValidationError(
          "--given \"\(text)\": the parameters are not a JSON object: use one such as {\"id\":1}.")
      }
      return .init(GivenState(name, members), for: numbers)
    }
    let words = rest.split(separator: " ")
    let first = words.firstIndex { $0.dropFirst().contains("=") } ?? words.endIndex
    let name = words[..<first].joined(separator: " ")
    guard !name.isEmpty else {
      throw ValidationError(
        "--given \"\(text)\": the name of the state is missing: begin with it, as in object exists schema=todo."
      )
    }
    var members = JSONObject()
    for word in words[first...] {
      guard let equals = word.firstIndex(of: "=") else {
        throw ValidationError(
          "--given \"\(text)\": \"\(word)\" is not a valid parameter: use NAME=VALUE, or a "
            + "JSON object for values with spaces.")
      }
      members[String(word[..<equals])] = Self.value(String(word[word.index(after: equals)...]))
    }
    return .init(GivenState(name, members), for: numbers)
  }

  /// Returns the fill in an argument such as `Authorization=${authorization}`.
  ///
  /// - Throws: `ValidationError` if there is no name before the equals sign.
  func fill() throws -> ContractFill {
    guard let equals = rest.firstIndex(of: "="), equals > rest.startIndex else {
      throw ValidationError(
        "--fill \"\(text)\" is not valid: use NAME=VALUE, such as X-API-Key=key.")
    }
    return ContractFill(
      String(rest[..<equals]), String(rest[rest.index(after: equals)...]), for: numbers)
  }

  private static func value(_ text: String) -> JSON {
    do throws(JSONError) { return try JSON.parse(text) } catch { return .string(text) }
  }

  /// Returns the numbers as a list of ranges, such as `1, 3-5`.
  static func ranges(of numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = ranges.last, last.upperBound == number - 1 {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ", ")
  }
}

extension StringProtocol {
  /// The text without whitespace at both ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
  }
}
