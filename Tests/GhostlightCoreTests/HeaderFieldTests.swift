import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite struct `Access to single header fields` {
  private static let names: [HTTPField.Name] = [
    .accept, .authorization, .contentType, .cookie, .date, .eTag, .known("x-ms-date"),
    .known("X-Ms-Date"), .known("X-A"), .known("x-b"), .ghostlightNamespace,
  ]

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `a request finds its fields after each change`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var request = Request(.get, "/", headers: [.accept: "a/b", .cookie: "c=1; d=2"])
    for round in 0..<600 {
      let name = Self.names[random.below(Self.names.count)]
      let field = HTTPField(name: name, value: "\(round)")
      switch random.below(7) {
      case 6:
        var model = request.headers
        model[name] = "\(round); second"
        request.set(name, to: "\(round); second")
        #expect(Array(request.headers) == Array(model))
      case 0: request.headers[name] = field.value
      case 1: request.headers[name] = nil
      case 2: request.headers.append(field)
      case 3: request.headers = [name: field.value]
      case 4: request.headers.removeAll { $0.name == name }
      default:
        var copy = request
        copy.headers[name] = "of a copy"
        request = Request(.post, "/x", headers: request.headers)
      }
      for name in Self.names { #expect(request.value(of: name) == request.headers[name]) }
    }
  }

  @Test func `a request finds fields that an initializer in an extension adds`() {
    let request = Request(appended: HTTPField(name: .accept, value: "a/b"))
    #expect(request.value(of: .accept) == "a/b")
    #expect(request.headers == [.accept: "a/b"])
  }

  @Test(arguments: [4, 5, 6] as [UInt64])
  func `setting a field has the same effect as the subscript`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    var (fields, model): (HTTPFields, HTTPFields) = ([:], [:])
    for round in 0..<600 {
      let name = Self.names[random.below(Self.names.count)]
      let value = random.below(3) == 0 ? "\(round); second" : "\(round)"
      switch random.below(4) {
      case 0:
        fields.append(all: [HTTPField(name: name, value: value)])
        model.append(HTTPField(name: name, value: value))
      case 1:
        fields[name] = nil
        model[name] = nil
      default:
        fields.set(name, to: value)
        model[name] = value
      }
      #expect(Array(fields) == Array(model))
      for name in Self.names { #expect(fields.value(of: name) == model[name]) }
    }
  }
}

extension Request {
  /// Creates a request in the same way as an app that appends header fields itself.
  fileprivate init(appended field: HTTPField) {
    self.init(.get, "/")
    headers.append(field)
  }
}
