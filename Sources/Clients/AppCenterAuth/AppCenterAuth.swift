// App Center Auth under the name of the vendor's module. `import AppCenterAuth` exports `MSAuth`,
// `MSUserInformation` and the errors' domain. They are declared in the module AppCenter, because
// App Center Data needs the signed-in user.
//
// - Source: the guide "App Center Auth" for iOS, "Start App Center Auth" (June 2019), which imports
//   `AppCenter` and `AppCenterAuth`; microsoft/appcenter-sdk-apple `AppCenterAuth/AppCenterAuth.h`
//   at 115e289f, which imports Foundation, so that a file needs no other import.
@_exported public import AppCenter
@_exported public import Foundation
