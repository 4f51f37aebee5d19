/// The fields of one kind of object (A6).
struct Schema: Sendable, Hashable {
  /// A field with its type.
  struct Field: Sendable, Hashable {
    let name: String
    var type: FieldType
  }

  /// Lower-case letters, digits and underscore.
  let name: String
  /// `<schema>_id`, or a user schema's name field.
  let primaryKey: String
  /// Whether users of this schema can log in, and with which field as password.
  let passwordField: String?
  /// In the order they were first seen, primary key first.
  private(set) var fields: [Field]
  /// Who may do what with its objects (A23).
  var permissions = Permissions()

  /// A schema whose objects are not users.
  init(_ name: String) {
    self.name = name
    primaryKey = name + "_id"
    passwordField = nil
    fields = [Field(name: primaryKey, type: .scalar(.string))] + Self.systemFields
  }

  /// A schema "created as a user object" (A19.1).
  init(user name: String, nameField: String = "username", passwordField: String = "password") {
    self.name = name
    primaryKey = nameField
    self.passwordField = passwordField
    fields =
      [
        Field(name: nameField, type: .scalar(.string)),
        Field(name: passwordField, type: .password),
      ] + Self.systemFields
  }

  private static let systemFields = [
    Field(name: "createddate", type: .scalar(.integer)),
    Field(name: "lastmoddate", type: .scalar(.integer)),
    Field(name: "sm_owner", type: .scalar(.string)),
  ]

  var isUserSchema: Bool { passwordField != nil }

  /// The field that holds the address for forgotten passwords.
  var forgotPasswordField: String? { fields.first { $0.type == .forgotPassword }?.name }

  /// The type of a field; setting it adds or retypes the field.
  subscript(field: String) -> FieldType? {
    get {
      for candidate in fields where candidate.name == field { return candidate.type }
      return nil
    }
    set {
      guard let newValue else { return }
      if let position = fields.firstIndex(where: { $0.name == field }) {
        fields[position].type = newValue
      } else {
        fields.append(Field(name: field, type: newValue))
      }
    }
  }

  /// Whether a text can name a schema or a field (A6).
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 95 }
  }
}
