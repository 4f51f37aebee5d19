#if !canImport(CoreData)
  import Foundation

  /// The description of an attribute of an entity.
  ///
  /// It declares the type, the default and the constraints of the values. It can be changed until a
  /// coordinator uses the model. Properties for the system's own services, such as
  /// ``allowsCloudEncryption``, are stored but have no effect here.
  ///
  /// ```swift
  /// import ManagedObjects
  ///
  /// func titleAttribute() -> NSAttributeDescription {
  ///   let title = NSAttributeDescription()
  ///   title.name = "title"
  ///   title.attributeType = .stringAttributeType
  ///   title.isOptional = false
  ///   title.maximumValue = 200
  ///   return title
  /// }
  /// ```
  ///
  /// - Source: Core Data, "NSAttributeDescription".
  open class NSAttributeDescription: NSPropertyDescription {
    /// The type of the values.
    open var attributeType: NSAttributeType = .undefinedAttributeType {
      willSet { checkEditable() }
    }
    /// The name of the class of the values, for a transformable attribute.
    open var attributeValueClassName: String?
    /// The value of the attribute in a new object.
    open var defaultValue: Any? { willSet { checkEditable() } }
    /// The name of the ``ValueTransformer`` that converts the values of a transformable attribute
    /// to bytes.
    ///
    /// Without a name, values are archived with `NSKeyedArchiver`.
    open var valueTransformerName: String? { willSet { checkEditable() } }
    /// Whether large values may be stored outside of a store's file; stored, but without effect
    /// here.
    open var allowsExternalBinaryDataStorage: Bool = false
    /// Whether the history keeps the value of deleted objects; stored, but without effect here.
    open var preservesValueInHistoryOnDeletion: Bool = false
    /// Whether the value is encrypted in the cloud; stored, but without effect here.
    open var allowsCloudEncryption: Bool = false

    /// The minimum value, or the minimum length of a text in UTF-16 code units.
    open var minimumValue: Any? { willSet { checkEditable() } }
    /// The maximum value, or the maximum length of a text in UTF-16 code units.
    open var maximumValue: Any? { willSet { checkEditable() } }
    /// The regular expression that a whole text must match.
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
