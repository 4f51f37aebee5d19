extension RandomNumberGenerator {
  /// Returns a random number from 0 to `bound - 1`; `bound` must be positive.
  package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// Returns a random element of `choices`, which must not be empty.
  package mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }
}
