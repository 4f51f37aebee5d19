/// Generates texts without secrets from a seed.
struct HarmlessGenerator {
  private var random: TrialRandom
  private var decks: [TrialDeck<HarmlessKind>]
  /// The share of each deck, in percent of all texts.
  private static let shares = [24, 17, 16, 13, 8, 6, 7, 3, 3, 3]

  private init(seed: UInt64) {
    random = TrialRandom(seed: seed)
    decks = [
      HarmlessWords.kinds, HarmlessTexts.flags, HarmlessTexts.prose, HarmlessIdentifiers.headers,
      HarmlessIdentifiers.objects, HarmlessIdentifiers.assets, HarmlessIdentifiers.hashes,
      HarmlessIdentifiers.images, HarmlessIdentifiers.publicKeys, HarmlessIdentifiers.others,
    ].map { TrialDeck($0) }
  }

  /// Returns harmless texts; a repeated text is replaced, with up to 50 attempts.
  static func texts(seed: UInt64, count: Int) -> [HarmlessTrial] {
    var generator = HarmlessGenerator(seed: seed)
    var seen: Set<String> = []
    return (1...count).map { number in
      var trial = generator.trial(number)
      // Some kinds have only few different texts. The seed alone determines the number of attempts.
      for _ in 0..<50 where seen.contains(trial.text) { trial = generator.trial(number) }
      seen.insert(trial.text)
      return trial
    }
  }

  private mutating func trial(_ number: Int) -> HarmlessTrial {
    var share = number * 37 % 100
    var deck = 0
    while share >= Self.shares[deck] {
      share -= Self.shares[deck]
      deck += 1
    }
    let kind = decks[deck].draw(&random)
    let placed = kind.place(&random)
    return HarmlessTrial(
      number: number, kind: kind.kind, exchange: placed.exchange, text: placed.text)
  }
}
