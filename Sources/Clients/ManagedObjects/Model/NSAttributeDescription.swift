#if !canImport(CoreData)
  import Foundation

  /// An attribute of an entity.
  ///
  /// - Source: Core Data, "NSAttributeDescription".
  open class NSAttributeDescription: NSPropertyDescription {
    /// The type of the values.
    open var attributeType: NSAttributeType = .undefinedAttributeType {
      willSet { checkEditable() }
    }
    /// The name of the class of the values, where the attribute is transformable.
    open var attributeValueClassName: String?
    /// The value of new objects.
    open var defaultValue: Any? { willSet { checkEditable() } }
    /// The name of the transformer that makes bytes of the values of a transformable attribute.
    ///
    /// Without a name values are archived by key.
    open var valueTransformerName: String? { willSet { checkEditable() } }
    /// Whether large bytes may be kept outside of a store's file; kept, and without effect here.
    open var allowsExternalBinaryDataStorage: Bool = false
    /// Whether deleted objects keep the value in history; kept, and without effect here.
    open var preservesValueInHistoryOnDeletion: Bool = false
    /// Whether the value is encrypted in the cloud; kept, and without effect here.
    open var allowsCloudEncryption: Bool = false

    /// The least value, or the least length of a text.
    open var minimumValue: Any? { willSet { checkEditable() } }
    /// The greatest value, or the greatest length of a text.
    open var maximumValue: Any? { willSet { checkEditable() } }
    /// The expression that texts must match as a whole.
    open var regularExpression: String? { willSet { checkEditable() } }

    override var digestText: String {
      "attribute|\(super.digestText)|\(attributeType.rawValue)|\(valueTransformerName ?? "")"
    }

    override func duplicate() -> NSPropertyDescription {
      let copy = NSAttributeDescription()
      copy.takeCommon(from: self)
      copy.attributeType = attributeType
      copy.attributeValueClassName = attributeValueClassName
      copy.defaultValue = defaultValue
      copy.valueTransformerName = valueTransformerName
      copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
      copy.minimumValue = minimumValue
      copy.maximumValue = maximumValue
      copy.regularExpression = regularExpression
      return copy
    }
  }
#endif
