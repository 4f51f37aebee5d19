import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// Brings provider states of the first generation about.
struct BaaSStates {
  private let parameters: StateParameters

  init(_ parameters: JSONObject) { self.parameters = StateParameters(parameters) }

  func user(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let email = try parameters.string("email")
    var body = try parameters.object("fields", default: [:])
    body["email"] = .string(email)
    body["password"] = .string(try parameters.string("password", default: "password"))
    if let name = try parameters.optionalString("username") { body["username"] = .string(name) }
    let isValidated = try parameters.flag("validated")
    if let old = state.accounts.users.first("email", email)?["id"]?.string {
      state.accounts.remove(old)
    }
    let wanted = try parameters.optionalString("id")
    if let wanted { state.accounts.remove(wanted) }
    do throws(Fault) {
      let user = try state.accounts.register(
        body, id: wanted, by: "public", &moment, within: .unlimited)
      guard let id = user["id"]?.string else { throw .baasNotFound }
      state.accounts.users.set("validated", .bool(isValidated), of: id)
      return ["userId": .string(id), "user": .object(state.accounts.users[id] ?? user)]
    } catch { throw ProviderStateProblem("the user is refused: \(error.message)") }
  }

  func session(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let field = try parameters.optionalString("email") == nil ? "username" : "email"
    let name = try parameters.string(field)
    guard let id = state.accounts.users.first(field, name)?["id"]?.string else {
      throw ProviderStateProblem("there is no user \"\(name)\"; use \"user exists\" first")
    }
    let session = state.accounts.open(sessionOf: id, &moment)
    return ["sid": .string(session.id), "userId": .string(id)]
  }

  func item(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let name = try collection()
    guard name != BaaSState.filesName else {
      throw ProviderStateProblem("use \"file exists\" for files")
    }
    let body = try parameters.object("item")
    let creator = try parameters.string("creator", default: "public")
    do throws(Fault) {
      let given = try ItemBody.id(in: body)
      let id = given ?? moment.draw(.uuid, named: "item")
      var items = state.items(name)
      _ = items.remove(id)
      let fields = try ItemCollection.item(body, by: creator, within: .unlimited)
      let item = items.add(fields, id: id, at: moment)
      state.baas.collections[ExactText(name)] = items
      return ["id": .string(id), "item": .object(item)]
    } catch { throw ProviderStateProblem("the item is refused: \(error.message)") }
  }

  func file(
    _ state: inout MiaState, _ moment: inout Moment
  ) throws(ProviderStateProblem) -> JSONObject {
    let file = StoredFile(name: try parameters.string("name"), content: try content())
    let root = try parameters.string("root", default: "http://127.0.0.1:4402")
    let creator = try parameters.string("creator", default: "public")
    let item = file.store(in: &state, root: root, by: creator, &moment)
    var results = JSONObject()
    for name in ["id", "file", "location"] { results[name] = item[name] }
    return results
  }

  func access(_ state: inout MiaState) throws(ProviderStateProblem) -> JSONObject {
    let name = try parameters.string("collection")
    let source = try parameters.object("access")
    do throws(AccessProblem) { state.baas.access[ExactText(name)] = try AccessRules(source) } catch
    {
      throw ProviderStateProblem("the parameter \"access\" is wrong: \(error.message)")
    }
    return [:]
  }

  func clear(_ state: inout MiaState) throws(ProviderStateProblem) -> JSONObject {
    let name = try collection()
    for one in state.items(name).documents.documents() { state.baas.remove(one.key, from: name) }
    return [:]
  }

  private func collection() throws(ProviderStateProblem) -> String {
    let name = try parameters.string("collection")
    guard name != MiaState.usersName else {
      throw ProviderStateProblem("use \"user exists\" for users")
    }
    return name
  }

  private func content() throws(ProviderStateProblem) -> [UInt8] {
    if let text = try parameters.optionalString("text") { return Array(text.utf8) }
    guard let bytes = Base64.decode(try parameters.string("base64")) else {
      throw ProviderStateProblem("the parameter \"base64\" is none")
    }
    return bytes
  }
}
