import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The pairs of a token call: a form in the body, or the query, which old docs show (A19.9).
struct UserForm {
  private let fields: [FormField]

  /// Reads the query, then the body, whose pairs win.
  ///
  /// - Throws: ``Fault/badRequest`` where either is malformed.
  init(_ call: Call) throws(Fault) {
    try call.budget.spend(bytes: call.request.body.count)
    guard let items = call.request.target.queryItems,
      let form = FormURLEncoding.parse(call.request.body)
    else { throw .badRequest.because("the form has a malformed percent escape or no UTF-8") }
    fields = items.map { FormField($0.name, $0.value ?? "") } + form
  }

  /// The last value of a key.
  subscript(key: String) -> String? { fields.last { $0.name == key }?.value }
}
