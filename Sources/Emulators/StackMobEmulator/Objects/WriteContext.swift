import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The circumstances of a write: its caller, the header fields about the body's fields (A16), and
/// the address of its files (A17).
struct WriteContext: Sendable {
  let caller: Caller
  let budget: WorkBudget
  /// The address for the files of this write.
  let address: FileAddress
  /// Whether the environment infers fields, and whether it infers binary ones (A6.1).
  let infersFields: Bool
  let infersBinary: Bool
  /// Whether the request has `X-StackMob-Relations`, even if empty: POST then updates objects (A7).
  let isUpsert: Bool
  /// The related schemas by path.
  private let relations: [String: String]
  /// The types by path.
  private let types: [String: FieldType]
  /// The path of the current object in its tree.
  ///
  /// It ends with a dot unless it is empty.
  private var path = ""

  /// Creates the context of a write by a provider state or the configuration.
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

  /// Creates the context of a request.
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

  /// Returns the schema to which the header relates a field of the body, or `nil`.
  func relation(of field: String) -> String? {
    relations.isEmpty ? nil : relations[path + field]
  }

  /// Returns the type that the header gives to a field of the body, or `nil`.
  func type(of field: String) -> FieldType? { types.isEmpty ? nil : types[path + field] }

  /// Returns the context for the objects in a field, whose paths start with the field's name.
  func inside(_ field: String) -> WriteContext {
    var copy = self
    copy.path = path + field + "."
    return copy
  }
}

extension WriteContext {
  /// The maximum number of names in a path of the relations header field.
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

  /// Returns the pairs of `path=value&path=value`.
  ///
  /// Each path must consist of valid names.
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

/// The address under which clients find the files of a write (A17).
struct FileAddress: Sendable, Hashable {
  /// The request that writes.
  ///
  /// The address refers to the namespace of this request.
  private let request: Request?
  /// The configured prefix, which replaces the emulator's own address.
  private let prefix: String?
  /// The configured name of the app's buckets.
  private let bucket: String
  private let isDevelopment: Bool

  /// The address for files of the configuration, which are written without a request.
  private static let standardBase = "http://127.0.0.1:4401"

  init(_ request: Request?, _ state: borrowing StackMobState) {
    self.request = request
    prefix = state.configuration.binaryURLPrefix
    bucket = state.configuration.binaryBucket
    isDevelopment = state.isDevelopment
  }

  /// Returns the URL of a file.
  func url(of entry: FileStore.Entry) -> String {
    let base = request?.linkBase ?? Self.standardBase
    let root = prefix ?? "\(base)/\(StackMobBackend.fileSegment)"
    let bucket = StackMobState.bucket(named: bucket, isDevelopment: isDevelopment)
    let parts = [bucket, entry.schema, entry.id, entry.field, entry.file.name]
    return root + parts.map { "/" + PercentEncoding.encode($0) }.joined()
  }
}
