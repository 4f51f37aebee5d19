import GhostlightCore

/// What a read is narrowed to; only what was set is sent.
///
/// - Source: protocol reference A.5.
struct GetOptions: Sendable {
  var limit: Int?
  var skip: Int?
  var properties: [String] = []
  var sorting: [String] = []
  var states: [State] = []

  /// What counting takes.
  var countParameters: [FormField] {
    states.isEmpty ? [] : [FormField("_st", states.text)]
  }

  /// What reading one object takes.
  var objectParameters: [FormField] {
    countParameters
      + (properties.isEmpty ? [] : [FormField("_p", properties.joined(separator: ","))])
  }

  /// What a list takes.
  var listParameters: [FormField] {
    var parameters = objectParameters
    if let limit { parameters.append(FormField("_l", String(limit))) }
    if let skip { parameters.append(FormField("_sk", String(skip))) }
    if !sorting.isEmpty { parameters.append(FormField("_s", sorting.joined(separator: ","))) }
    return parameters
  }
}
