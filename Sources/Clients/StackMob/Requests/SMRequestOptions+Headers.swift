/// Options by what they do on the wire.
extension SMRequestOptions {
  /// Options with the defaults of each property.
  public static func options() -> SMRequestOptions {
    SMRequestOptions()
  }

  /// Options that send a request over https.
  public static func withHTTPS() -> SMRequestOptions {
    SMRequestOptions(OptionValues(isSecure: true))
  }

  /// Options that send a request over https, by the selector's original name.
  public static func optionsWithHTTPS() -> SMRequestOptions {
    withHTTPS()
  }

  /// Options that expand relationships to a depth from 1 to 3.
  public convenience init(expandDepth depth: UInt) {
    self.init()
    setExpandDepth(depth)
  }

  /// Options that have only some fields answered.
  public convenience init(returnedFieldsRestrictedTo fields: [String]) {
    self.init()
    restrictReturnedFields(to: fields)
  }

  /// Has related objects answered in place of their ids, down to a depth from 1 to 3.
  ///
  /// Reads and queries only; a create or an update with it fails.
  public func setExpandDepth(_ depth: UInt) {
    changeHeader("X-StackMob-Expand") { _ in String(depth) }
  }

  /// Has only some fields answered, and the primary key.
  public func restrictReturnedFields(to fields: [String]) {
    changeHeader("X-StackMob-Select") { _ in fields.joined(separator: ",") }
  }

  /// Says that a field holds objects of a schema; `a.b` names a field of such objects.
  ///
  /// - Source: protocol reference A16.
  public func associateKey(_ key: String, withSchema schema: String) {
    changeHeader("X-StackMob-Relations") { before in
      (before.map { $0 + "&" } ?? "") + "\(key)=\(schema)"
    }
  }

  /// Sets what is called, after the wait, instead of sending a request again that got a 503.
  public func addSMErrorServiceUnavailableRetry(_ retryBlock: SMFailureRetryBlock?) {
    self.retryBlock = retryBlock
  }

  /// Sets the retry block, by the selector's original name.
  public func addSMErrorServiceUnavailableRetryBlock(_ retryBlock: SMFailureRetryBlock?) {
    addSMErrorServiceUnavailableRetry(retryBlock)
  }
}
