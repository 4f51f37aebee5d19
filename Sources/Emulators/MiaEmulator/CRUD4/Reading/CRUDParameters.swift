import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// The query string of a request, validated and converted (A5).
struct CRUDParameters: Sendable {
  /// The query parameters whose names are not field names.
  enum Name: String, Sendable {
    case query = "_q"
    case states = "_st"
    case projection = "_p"
    case rawProjection = "_rawp"
    case sort = "_s"
    case limit = "_l"
    case skip = "_sk"
    case id = "_id"
    case useEstimate = "_useEstimate"
    case exportOptions = "_exportOpts"

    /// Whether the parameter accepts any string.
    var isPlainText: Bool {
      switch self {
      case .query, .projection, .rawProjection, .sort, .exportOptions: true
      case .states, .limit, .skip, .id, .useEstimate: false
      }
    }
  }

  private var values: [(name: Name, values: [JSON])] = []
  /// The equality conditions on fields, in the order of the query parameters.
  private(set) var fields: [Filter] = []
  let target: CRUDTarget
  let request: Request
  let budget: WorkBudget
  /// Whether the parameters are those of `GET C/:id`, which also allows paths below objects for
  /// which the definition has no schema.
  private let isOfItem: Bool

  var definition: CRUDDefinition { target.definition }

  /// Creates the parameters of a request.
  ///
  /// - Throws: ``Fault/crudUnknownProperty`` for a parameter that is neither in `names` nor a
  ///   field, or ``Fault/crudValidation`` for an invalid value.
  init(
    _ call: Call, _ target: CRUDTarget, allowing names: [Name], maximumLimit: Int? = nil,
    isOfItem: Bool = false
  ) throws(Fault) {
    self.target = target
    self.isOfItem = isOfItem
    request = call.request
    budget = call.budget
    guard let items = request.target.formFields else {
      throw .validation("querystring must be object")
    }
    // Each parameter's name is looked up among the preceding names, so the cost is quadratic.
    try budget.spend(items.count, times: items.count >> 3)
    var members = JSONObject()
    for item in items {
      let value = JSON.string(item.value)
      // A repeated parameter becomes an array, as in the service's framework. Only `_s` accepts an
      // array.
      members[item.name] = members[item.name].map { .array(($0.array ?? [$0]) + [value]) } ?? value
    }
    for member in members {
      if let name = Name(rawValue: member.key) {
        guard names.contains(name) else { throw Self.refused(name, target.line) }
        try parse(name, member.value, maximumLimit)
      } else {
        try parseField(member.key, member.value)
      }
    }
  }

  /// Returns the refusal of a parameter that another route has.
  ///
  /// The service's schema allows `_rawp` for all routes, and its parser of filters refuses it.
  private static func refused(_ name: Name, _ line: CRUDCompatibility) -> Fault {
    name == .rawProjection
      ? .filter(.language("Unknown field: \(name.rawValue)"), line)
      : .unknownProperty(name.rawValue, at: "querystring")
  }

  private mutating func parse(_ name: Name, _ value: JSON, _ maximumLimit: Int?) throws(Fault) {
    guard name != .id else { return try parseField(name.rawValue, value) }
    if name.isPlainText, case .string = value { return values.append((name, [value])) }
    let schema = try Self.schema(of: name, maximumLimit)
    var checked: [JSON] = []
    for one in name == .sort ? value.array ?? [value] : [value] {
      checked.append(try schema.validated(one, at: "querystring/\(name.rawValue)"))
    }
    values.append((name, checked))
    if name == .states {
      _ = try DocumentState.words(value.string ?? "", at: "querystring/_st")
    }
  }

  private static func schema(of name: Name, _ maximumLimit: Int?) throws(Fault) -> ValueSchema {
    switch name {
    case .limit:
      var schema = ValueSchema(.integer)
      schema.minimum = 1
      schema.maximum = maximumLimit.map(Double.init)
      return schema
    case .skip:
      var schema = ValueSchema(.integer)
      schema.minimum = 0
      return schema
    case .useEstimate: return ValueSchema(.boolean)
    default: return ValueSchema(.string)
    }
  }

  /// Parses a condition on a field, which the service derives from the definition (A5).
  ///
  /// - Source: crud-service 7.2.5, lib/JSONSchemaGenerator.js, `propertiesGetValidation` and
  ///   `getQueryStringFromRawSchema`.
  private mutating func parseField(_ name: String, _ value: JSON) throws(Fault) {
    let path = FilterPath(name)
    let place = "querystring/\(name)"
    if let field = definition.field(name), field.kind.isParameter, name != "__STATE__" {
      let checked = try field.valueSchema.validated(value, at: place)
      try add(path, field.kind == .array ? field.stored(checked) : checked, of: field.kind)
      return
    }
    guard let schema = parameterSchema(path) else {
      throw .unknownProperty(name, at: "querystring")
    }
    try add(
      path, try schema.validated(value, at: place), of: definition.filterSchema.kind(at: path))
  }

  private mutating func add(
    _ path: FilterPath, _ value: JSON, of kind: FieldKind?
  ) throws(Fault) {
    do throws(FilterError) {
      guard let typed = target.line == .six ? path.withoutDigits : path,
        definition.filterSchema.kind(of: typed.root) != nil
      else { throw .language("Unknown field: \(path.text)") }
      let isSame = typed.names.count == path.names.count
      let kind = isSame ? kind : definition.filterSchema.kind(at: typed)
      fields.append(.field(path, [.equals(try FilterValue.convert(value, to: kind))]))
    } catch { throw .filter(error, target.line) }
  }

  /// Returns the schema of a parameter for a path below a field, or `nil` if there is none.
  ///
  /// A parameter of an array has the schema of an element, unless that is an object or an array.
  private func parameterSchema(_ path: FilterPath) -> ValueSchema? {
    guard let schema = definition.schema(below: path) else {
      return isOfItem && definition.isBelowOpenObject(path) ? ValueSchema() : nil
    }
    switch schema.kinds.first {
    case .object: return nil
    case .array:
      guard let element = schema.items.first, element.kinds.first != .object,
        element.kinds.first != .array
      else { return nil }
      return element
    default: return schema
    }
  }

  func text(_ name: Name) -> String? { self[name].first?.string }

  /// Returns the number in a parameter, or `nil` if the parameter was not sent.
  ///
  /// A number that is too large for `Int` becomes `Int.max`.
  func number(_ name: Name) -> Int? {
    self[name].first?.number.map { Int(exactly: $0) ?? .max }
  }

  /// The values of a parameter; empty if it was not sent.
  subscript(name: Name) -> [JSON] { values.first { $0.name == name }?.values ?? [] }

  /// Returns the string in a parameter, decoded if the request says that it is Base64.
  func encodedText(_ name: Name) throws(Fault) -> String? {
    guard let text = text(name) else { return nil }
    let encoding =
      request.value(of: .queryEncoding) ?? request.value(of: .oldQueryEncoding)
    guard encoding == "base64" else { return text }
    let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let bytes = Base64.decode(text + padding) else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension CRUDParameters {
  /// Returns the selection of documents that the request describes.
  ///
  /// Without `_st`, only documents in the state `PUBLIC` match.
  ///
  /// - Throws: ``Fault/crudText`` if `_q` is not valid JSON, or ``Fault/crudFilter`` or
  ///   ``Fault/crudDatabase`` if the service or its database rejects the filter.
  func selection(id: String? = nil, anyState: Bool = false) throws(Fault) -> CRUDSelection {
    var parts: [Filter] = []
    if text(.query)?.isEmpty == false, let text = try encodedText(.query) {
      parts.append(try CRUDFilterText.parse(text, target, within: budget))
    }
    parts += fields
    let states = text(.states)?.split(separator: ",").map(String.init) ?? ["PUBLIC"]
    return CRUDSelection(
      filter: parts.count == 1 ? parts[0] : .and(parts),
      rows: try CRUDFilterText.rows(request, target, within: budget),
      states: anyState ? nil : states, id: id)
  }

  /// Returns the sort keys in the parameter `_s`; empty if it was not sent.
  func order() throws(Fault) -> [MongoSort.Key] {
    var keys: [MongoSort.Key] = []
    for text in self[.sort].compactMap(\.string) {
      for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
        let descending = piece.hasPrefix("-")
        let key = MongoSort.Key(
          String(descending ? piece.dropFirst() : piece), descending: descending)
        guard let field = definition.field(key.path.root), field.kind != .geoPoint,
          !key.path.names.contains("")
        else {
          let names = definition.fields.filter { $0.kind != .geoPoint }.map(\.name)
          throw .validation(
            "querystring/_s must match pattern \"^-?(\(names.joined(separator: "|")))(\\..+)?$\"")
        }
        keys.append(key)
      }
    }
    return keys
  }
}

/// Functions that parse filters sent as strings.
enum CRUDFilterText {
  /// Returns the filter in the parameter `_q`.
  static func parse(
    _ text: String, _ target: CRUDTarget, within budget: WorkBudget
  ) throws(Fault) -> Filter {
    try filter(try json(text, within: budget), target, budget)
  }

  /// Returns the filter in `acl_rows`, which limits the documents that the caller may access (A11).
  ///
  /// Returns `nil` if the request does not have this header field.
  static func rows(
    _ request: Request, _ target: CRUDTarget, within budget: WorkBudget
  ) throws(Fault) -> Filter? {
    guard let text = request.value(of: .aclRows), !text.isEmpty else { return nil }
    let value = try json(text, within: budget)
    guard case .array(let elements) = value else { return try filter(value, target, budget) }
    var parts: [Filter] = []
    for element in elements { parts.append(try filter(element, target, budget)) }
    return .and(parts)
  }

  /// Parses a string as JSON.
  ///
  /// - Throws: ``Fault/crudText`` if the string is not valid JSON.
  static func json(_ text: String, within budget: WorkBudget) throws(Fault) -> JSON {
    try budget.spend(bytes: text.utf8.count)
    do throws(JSONError) { return try JSON.parse(text) } catch {
      throw .crudText.filled(["message": error.description])
    }
  }

  private static func filter(
    _ value: JSON, _ target: CRUDTarget, _ budget: WorkBudget
  ) throws(Fault) -> Filter {
    guard case .object(let object) = value else {
      throw .database("$and entries need to be full objects")
    }
    return try filter(object, target, within: budget)
  }

  /// Returns the filter in an object, checked by the rules of the emulated version.
  static func filter(
    _ object: JSONObject, _ target: CRUDTarget, within budget: WorkBudget
  ) throws(Fault) -> Filter {
    try budget.spend(walking: object)
    do throws(FilterError) {
      return try FilterParser(
        schema: target.definition.filterSchema, line: target.line, within: budget
      ).parse(object)
    } catch { throw .filter(error, target.line) }
  }
}
