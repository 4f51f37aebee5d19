import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What a write needs to know beside its body: who writes, what the header fields say about the
/// fields of the body (A16), and where its files will be found (A17).
struct WriteContext: Sendable {
  let caller: Caller
  /// What the write may cost.
  let budget: WorkBudget
  /// Where the files of this write are found.
  let address: FileAddress
  /// Whether the environment learns fields, and binary ones among them (A6.1).
  let infersFields: Bool
  let infersBinary: Bool
  /// Whether `X-StackMob-Relations` is there, be it empty: POST then updates what exists (A7).
  let isUpsert: Bool
  /// Schemas by path.
  private let relations: [String: String]
  /// Types by path.
  private let types: [String: FieldType]
  /// The path of the object in its tree, with a dot at the end unless empty.
  private var path = ""

  /// What a provider state writes, or the configuration.
  init(_ caller: Caller, _ state: borrowing StackMobState) {
    self.caller = caller
    budget = .unlimited
    address = FileAddress(nil, state)
    infersFields = state.isDevelopment
    infersBinary = state.configuration.infersBinary
    isUpsert = false
    relations = [:]
    types = [:]
  }

  /// What a request writes.
  ///
  /// - Throws: ``Fault/badRelations``, ``Fault/badFieldTypes``.
  init(_ call: borrowing Call, _ state: borrowing StackMobState) throws(Fault) {
    caller = call.caller
    budget = call.budget
    address = FileAddress(call.request, state)
    infersFields = state.isDevelopment
    infersBinary = state.configuration.infersBinary
    let header = call.request.value(of: .stackMobRelations)
    isUpsert = header != nil
    relations = try header.map { header throws(Fault) in try Self.relations(header) } ?? [:]
    let types = call.request.value(of: .stackMobFieldTypes)
    self.types = try types.map { types throws(Fault) in try Self.types(types) } ?? [:]
  }

  /// The schema that the header relates a field to.
  func relation(of field: String) -> String? {
    relations.isEmpty ? nil : relations[path + field]
  }

  /// The type that the header gives a field.
  func type(of field: String) -> FieldType? { types.isEmpty ? nil : types[path + field] }

  /// The same for the objects at a field.
  func inside(_ field: String) -> WriteContext {
    var copy = self
    copy.path = path + field + "."
    return copy
  }
}

extension WriteContext {
  /// The deepest path that the relations header may name.
  private static let deepest = 3

  private static func relations(_ header: String) throws(Fault) -> [String: String] {
    var relations: [String: String] = [:]
    for pair in try pairs(of: header, .badRelations) {
      guard let schema = Schema.lowercased(pair.value), Schema.isName(schema) else {
        throw .badRelations.withReason("\"\(pair.value)\" is no name of a schema")
      }
      guard pair.name.utf8.count(where: { $0 == UInt8(ascii: ".") }) < deepest else {
        throw .badRelations.withReason("\"\(pair.name)\" is nested deeper than \(deepest) levels")
      }
      relations[pair.name] = schema
    }
    return relations
  }

  private static func types(_ header: String) throws(Fault) -> [String: FieldType] {
    var types: [String: FieldType] = [:]
    for pair in try pairs(of: header, .badFieldTypes) {
      switch pair.value.lowercased() {
      case "geopoint": types[pair.name] = .geopoint
      case "binary": types[pair.name] = .binary
      case "forgotpassword": types[pair.name] = .forgotPassword
      default:
        throw .badFieldTypes.withReason(
          "\"\(pair.value)\" is none of geopoint, binary and forgotpassword")
      }
    }
    return types
  }

  /// The pairs of `path=value&path=value`, each path one of names.
  private static func pairs(of header: String, _ malformed: Fault) throws(Fault) -> [FormField] {
    guard let pairs = FormURLEncoding.parse(header[...].trimmed) else {
      throw malformed.withReason("it has a malformed percent escape or no UTF-8")
    }
    for pair in pairs {
      let names = pair.name.split(separator: ".", omittingEmptySubsequences: false)
      guard names.allSatisfy({ Schema.isName(String($0)) }) else {
        throw malformed.withReason("\"\(pair.name)\" is no path of field names")
      }
    }
    return pairs
  }
}

/// Where the files of a write are found (A17).
struct FileAddress: Sendable, Hashable {
  /// The request that writes, to whose namespace the address leads back.
  private let request: Request?
  /// What stands in place of the emulator's own address.
  private let prefix: String?
  /// The name of the app's stores, and which environment's it is.
  private let bucket: String
  private let isDevelopment: Bool

  /// The address of fixtures, which come with no request.
  private static let standardBase = "http://127.0.0.1:4401"

  init(_ request: Request?, _ state: borrowing StackMobState) {
    self.request = request
    prefix = state.configuration.binaryURLPrefix
    bucket = state.configuration.binaryBucket
    isDevelopment = state.isDevelopment
  }

  /// The URL of a file.
  func url(of entry: FileStore.Entry) -> String {
    let base = request?.linkBase ?? Self.standardBase
    let root = prefix ?? "\(base)/\(StackMobBackend.fileSegment)"
    let bucket = StackMobState.bucket(named: bucket, isDevelopment: isDevelopment)
    let parts = [bucket, entry.schema, entry.id, entry.field, entry.file.name]
    return root + parts.map { "/" + PercentEncoding.encode($0) }.joined()
  }
}
