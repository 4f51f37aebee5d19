extension RandomNumberGenerator {
  /// A number from 0 to below `bound`, which is above 0.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// One of `choices`, which are not empty.
  package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }
}
