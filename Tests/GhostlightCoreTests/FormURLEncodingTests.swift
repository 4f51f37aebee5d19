import GhostlightCore
import Testing

@Suite struct `Form encoding` {
  @Test(
    arguments: [
      ("", []),
      ("&&", []),
      ("a=1", [FormField("a", "1")]),
      ("a=1&a=2&b=", [FormField("a", "1"), FormField("a", "2"), FormField("b", "")]),
      ("&a&&=b&", [FormField("a", ""), FormField("", "b")]),
      ("=", [FormField("", "")]),
      ("a=b=c", [FormField("a", "b=c")]),
      ("a+b=c+d%2B%20", [FormField("a b", "c d+ ")]),
      ("%C3%A9=%26%3D", [FormField("é", "&=")]),
      ("a[]=x,y", [FormField("a[]", "x,y")]),
    ] as [(String, [FormField])])
  func `form fields are parsed in order`(_ form: String, _ fields: [FormField]) {
    #expect(FormURLEncoding.parse(form) == fields)
    #expect(FormURLEncoding.parse(Array(form.utf8)) == fields)
    #expect(FormURLEncoding.parse(Array("?\(form)".utf8).dropFirst()) == fields)
  }

  @Test(arguments: ["%", "a=%2", "a=1&b=%zz", "%FF=1", "a=%FF", "a=1&%"])
  func `invalid escapes and bytes that are not UTF-8 are refused`(_ form: String) {
    #expect(FormURLEncoding.parse(form) == nil)
  }

  @Test(
    arguments: [
      ([], ""),
      ([FormField("a", "")], "a="),
      ([FormField("a", "1"), FormField("a", "2")], "a=1&a=2"),
      ([FormField("a b", "c+d&=%"), FormField("é", "~*")], "a+b=c%2Bd%26%3D%25&%C3%A9=~%2A"),
    ] as [([FormField], String)])
  func `form fields are printed in order and parsed again`(_ fields: [FormField], _ form: String) {
    #expect(FormURLEncoding.encode(fields) == Array(form.utf8))
    #expect(FormURLEncoding.parse(form) == fields)
  }
}
