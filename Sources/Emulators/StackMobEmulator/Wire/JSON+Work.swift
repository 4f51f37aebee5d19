import GhostlightCore

extension JSONObject {
  /// What it costs to make and to print a copy of the members, in units of work.
  var work: Int {
    var units = 1
    for member in self { units &+= 1 &+ member.value.work }
    return units
  }
}

extension JSON {
  /// What it costs to print the value, beside the member or element that it is.
  fileprivate var work: Int {
    switch self {
    case .string(let text): return text.utf8.count &>> 5
    case .array(let elements):
      var units = elements.count &>> 1
      for element in elements { units &+= element.work }
      return units
    case .object(let object): return object.work
    default: return 0
    }
  }
}
