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
    /// The type of the attribute's values.
    open var attributeType: NSAttributeType = .undefinedAttributeType {
      willSet { checkEditable() }
    }
    /// For a transformable attribute, the name of the values' class.
    open var attributeValueClassName: String?
    /// The value of the attribute in a new object; `nil` for no value.
    open var defaultValue: Any? { willSet { checkEditable() } }
    /// For a transformable attribute, the name of the ``ValueTransformer`` that converts values to
    /// bytes.
    ///
    /// If it is `nil`, values are archived with `NSKeyedArchiver`.
    open var valueTransformerName: String? { willSet { checkEditable() } }
    /// Whether a store may save large values outside of its file; this property has no effect here.
    open var allowsExternalBinaryDataStorage: Bool = false
    /// Whether the history contains the value of deleted objects; this property has no effect here.
    open var preservesValueInHistoryOnDeletion: Bool = false
    /// Whether the value is encrypted in the cloud; this property has no effect here.
    open var allowsCloudEncryption: Bool = false

    /// The minimum value, or the minimum length of a string in UTF-16 code units; `nil` for no
    /// minimum.
    open var minimumValue: Any? { willSet { checkEditable() } }
    /// The maximum value, or the maximum length of a string in UTF-16 code units; `nil` for no
    /// maximum.
    open var maximumValue: Any? { willSet { checkEditable() } }
    /// The regular expression that a string must match as a whole; `nil` if all strings are valid.
    open var regularExpression: String? { willSet { checkEditable() } }

    override var digestText: String {
      "attribute|\(super.digestText)|\(attributeType.rawValue)|\(valueTransformerName ?? "")"
    }

    override func duplicate() -> NSPropertyDescription {
      let copy = NSAttributeDescription()
      copy.copyCommon(from: self)
      copy.attributeType = attributeType
      copy.attributeValueClassName = attributeValueClassName
      copy.defaultValue = defaultValue
      copy.valueTransformerName = valueTransformerName
      copy.allowsExternalBinaryDataStorage = allowsExternalBinaryDataStorage
      copy.preservesValueInHistoryOnDeletion = preservesValueInHistoryOnDeletion
      copy.allowsCloudEncryption = allowsCloudEncryption
      copy.minimumValue = minimumValue
      copy.maximumValue = maximumValue
      copy.regularExpression = regularExpression
      return copy
    }
  }
#endif
