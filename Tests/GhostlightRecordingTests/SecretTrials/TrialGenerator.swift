/// Generates trials for the redactor from a seed.
///
/// The generator combines names, structures and carriers. It was written from general knowledge
/// about secrets, without knowledge of the redactor's rules, so that it can show what the rules
/// miss.
struct TrialGenerator {
  private var random: TrialRandom
  private var strong = TrialDeck(TrialCarrier.all)
  private var weak = TrialDeck(TrialCarrier.all)
  private var known = TrialDeck(TrialCarrier.all + TrialCarrier.nameless + TrialCarrier.nameless)
  private var forms = TrialDeck(KnownForm.all)
  private var credentials = TrialDeck(CredentialTrial.all)
  private var binary = TrialDeck(BinaryBodies.types)

  private init(seed: UInt64) { random = TrialRandom(seed: seed) }

  /// Returns exchanges with planted secrets.
  ///
  /// Of 100 secrets, 42 have a strong name, 18 a weak name and 22 a known form. 14 are credentials
  /// in their usual place, and 4 are in a binary body.
  static func secrets(seed: UInt64, count: Int) -> [SecretTrial] {
    var generator = TrialGenerator(seed: seed)
    return (1...count).map { number in
      switch number * 37 % 100 {
      case 0..<42: generator.strongName(number)
      case 42..<60: generator.weakName(number)
      case 60..<82: generator.knownForm(number)
      case 82..<96: generator.credential(number)
      default: generator.binaryBody(number)
      }
    }
  }

  private mutating func strongName(_ number: Int) -> SecretTrial {
    let carrier = strong.draw(&random)
    let name = PlantedNames.strong(&random)
    let value =
      carrier.values == .digits
      ? random.pick(["1", "4", "7"]) + random.string(9, .digits)
      : PlantedValues.any(plain: carrier.values == .tokens, &random)
    return trial(number, "strong name", name, value, carrier)
  }

  private mutating func weakName(_ number: Int) -> SecretTrial {
    let carrier = weak.draw(&random) { $0.values != .digits }
    let name = random.pick(PlantedNames.weak)
    return trial(number, "weak name", name, PlantedValues.generated(&random), carrier)
  }

  private mutating func knownForm(_ number: Int) -> SecretTrial {
    let form = forms.draw(&random)
    let carrier = known.draw(&random) {
      $0.fits(isPlain: form.isPlain, hasLines: form.hasLines)
        && (form.vendorNames.isEmpty || $0.needsName)
    }
    let isNamed = !form.vendorNames.isEmpty
    let name = random.pick(isNamed ? form.vendorNames : PlantedNames.neutral)
    let value = form.value(&random)
    return trial(number, form.name + " under", name, value, secret: form.secret(value), carrier)
  }

  private mutating func trial(
    _ number: Int, _ family: String, _ name: String, _ value: String, secret: String? = nil,
    _ carrier: TrialCarrier
  ) -> SecretTrial {
    let exchange = carrier.exchange(&random, name, value)
    let kind = "\(family) \(carrier.needsName ? name : "no name") × \(carrier.kind)"
    return SecretTrial(
      number: number, kind: kind, name: carrier.needsName ? name : "", exchange: exchange,
      secret: secret ?? value)
  }

  private mutating func credential(_ number: Int) -> SecretTrial {
    let credential = credentials.draw(&random)
    let planted = credential.plant(&random)
    return SecretTrial(
      number: number, kind: "credential × " + credential.kind, name: "",
      exchange: planted.exchange, secret: planted.secret, others: planted.others)
  }

  private mutating func binaryBody(_ number: Int) -> SecretTrial {
    let type = binary.draw(&random)
    let name = PlantedNames.strong(&random)
    let value = PlantedValues.generated(&random)
    let body = BinaryBodies.body(type, name, value)
    var exchange = TrialExchange(get: random.url())
    exchange.respond(body)
    return SecretTrial(
      number: number, kind: "strong name \(name) × map × \(type)", name: name,
      exchange: exchange, secret: value, others: [TrialText.base64(body.bytes)])
  }
}
