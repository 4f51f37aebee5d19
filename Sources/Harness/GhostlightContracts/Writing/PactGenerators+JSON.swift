import GhostlightCore

extension PactGenerators {
  var json: JSON? {
    var object = extras
    for (part, list) in parts {
      if part.isWhole {
        object[part.rawValue] = list.first?.generator.json
        continue
      }
      var places = JSONObject()
      for generated in list {
        places[generated.place.text(in: part)] = generated.generator.json
      }
      object[part.rawValue] = .object(places)
    }
    return object.isEmpty ? nil : .object(object)
  }
}

extension PactGenerator {
  var json: JSON {
    switch self {
    case .providerState(let expression, let type):
      Self.json(
        "ProviderState", ["expression": .string(expression), "dataType": type.map(JSON.string)])
    case .randomInteger(let min, let max):
      Self.json("RandomInt", ["min": JSON(count: min), "max": JSON(count: max)])
    case .randomDecimal(let digits): Self.json("RandomDecimal", ["digits": JSON(count: digits)])
    case .randomHexadecimal(let digits):
      Self.json("RandomHexadecimal", ["digits": JSON(count: digits)])
    case .randomString(let size): Self.json("RandomString", ["size": JSON(count: size)])
    case .randomBoolean: Self.json("RandomBoolean")
    case .uuid(let format): Self.json("Uuid", ["format": format.map(JSON.string)])
    case .date(let format): Self.json("Date", ["format": format.map(JSON.string)])
    case .time(let format): Self.json("Time", ["format": format.map(JSON.string)])
    case .timestamp(let format): Self.json("DateTime", ["format": format.map(JSON.string)])
    case .other(let object): .object(object)
    }
  }

  private static func json(
    _ name: String, _ members: KeyValuePairs<String, JSON?> = [:]
  ) -> JSON {
    var object: JSONObject = ["type": .string(name)]
    for (key, value) in members { object[key] = value }
    return .object(object)
  }
}
