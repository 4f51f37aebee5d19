import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The conditions of a write: the caller, the header fields about the body's fields (A16), and the
/// base URL of files (A17).
struct WriteContext: Sendable {
  let caller: Caller
  let budget: WorkBudget
  /// The base URL for the files of this write.
  let address: FileAddress
  /// Whether the environment infers the type of unknown fields (A6.1).
  let infersFields: Bool
  let infersBinary: Bool
  /// Whether the request has the header field `X-StackMob-Relations`, even an empty one.
  ///
  /// If so, POST can update existing objects (A7).
  let isUpsert: Bool
  /// The related schemas, keyed by the path of the relationship field.
  private let relations: [String: String]
  /// The types that the client sent, keyed by the path of the field.
  private let types: [String: FieldType]
  /// The path of the current object in the tree that the client sent; it is empty or ends with a
  /// dot.
  private var path = ""

  /// Creates the context of a write that a provider state or the configuration makes.
  ///
  /// If `definesFields` is `true`, fields are inferred in production too.
  init(_ caller: Caller, _ state: borrowing StackMobState, definesFields: Bool = false) {
    self.caller = caller
    budget = .unlimited
    address = FileAddress(nil, state)
    infersFields = definesFields || state.infersSchemas
    infersBinary = state.configuration.infersBinary
    isUpsert = false
    relations = [:]
    types = [:]
  }

  /// Creates the context of a request.
  ///
  /// - Throws: ``Fault/badRelations`` or ``Fault/badFieldTypes`` if the header field of that name
  ///   is malformed.
  init(_ call: borrowing Call, _ state: borrowing StackMobState) throws(Fault) {
    caller = call.caller
    budget = call.budget
    address = FileAddress(call.request, state)
    infersFields = state.infersSchemas
    infersBinary = state.configuration.infersBinary
    let header = call.request.value(of: .stackMobRelations)
    isUpsert = header != nil
    relations = try header.map { header throws(Fault) in try Self.relations(header) } ?? [:]
    let types = call.request.value(of: .stackMobFieldTypes)
    self.types = try types.map { types throws(Fault) in try Self.types(types) } ?? [:]
  }

  /// Returns the related schema that `X-StackMob-Relations` defines for `field`, or `nil`.
  func relation(of field: String) -> String? {
    relations.isEmpty ? nil : relations[path + field]
  }

  /// Returns the type that `X-StackMob-FieldTypes` defines for `field`, or `nil`.
  func type(of field: String) -> FieldType? { types.isEmpty ? nil : types[path + field] }

  /// Returns a context for the objects nested in `field`, whose paths start with the path of
  /// `field`.
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
        throw .badRelations.withReason("\"\(pair.value)\" is not a valid schema name")
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
          "\"\(pair.value)\" is not geopoint, binary or forgotpassword")
      }
    }
    return types
  }

  /// Returns the pairs in a header field of the form `path=value&path=value`.
  ///
  /// - Throws: `malformed` if the header field does not have this form, or a path contains an
  ///   invalid name.
  private static func pairs(of header: String, _ malformed: Fault) throws(Fault) -> [FormField] {
    guard let pairs = FormURLEncoding.parse(header[...].trimmed) else {
      throw malformed.withReason("it has a malformed percent escape or no UTF-8")
    }
    for pair in pairs {
      let names = pair.name.split(separator: ".", omittingEmptySubsequences: false)
      guard names.allSatisfy({ Schema.isName(String($0)) }) else {
        throw malformed.withReason("\"\(pair.name)\" is not a path of field names")
      }
    }
    return pairs
  }
}

/// The URL under which clients find the files of a write (A17).
struct FileAddress: Sendable, Hashable {
  /// The request that writes; file URLs refer to the namespace of this request.
  ///
  /// It is `nil` for a write without a request.
  private let request: Request?
  /// The configured start of file URLs, which replaces the emulator's own URL; `nil` if there is
  /// none.
  private let prefix: String?
  /// The name of the storage bucket.
  private let bucket: String

  /// The base URL for files in the configuration, which are stored without a request.
  private static let standardBase = "http://127.0.0.1:4401"

  init(_ request: Request?, _ state: borrowing StackMobState) {
    self.request = request
    prefix = state.configuration.binaryURLPrefix
    bucket = StackMobState.bucket(state.configuration, isDevelopment: state.isDevelopment)
  }

  func url(of entry: FileStore.Entry) -> String {
    let base = request?.linkBase ?? Self.standardBase
    let root = prefix ?? "\(base)/\(StackMobBackend.fileSegment)"
    let parts = [bucket, entry.schema, entry.id, entry.field, entry.file.name]
    return root + parts.map { "/" + PercentEncoding.encode($0) }.joined()
  }
}
