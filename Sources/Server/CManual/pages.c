// The manual's pages, embedded when this file is compiled. A resource of SwiftPM would be a file next to the
// executable, and its embedding in Swift takes minutes for this size.
#include "pages.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

#define PAGE (const unsigned char[])

static const struct EmbeddedFile pages[] = {
  {"AppCenter", PAGE {
#embed "../../Manual/Manual.docc/AppCenter.md"
  , 0}},
  {"Commands", PAGE {
#embed "../../Manual/Manual.docc/Commands.md"
  , 0}},
  {"Configuration", PAGE {
#embed "../../Manual/Manual.docc/Configuration.md"
  , 0}},
  {"Containers", PAGE {
#embed "../../Manual/Manual.docc/Containers.md"
  , 0}},
  {"ContinuousIntegration", PAGE {
#embed "../../Manual/Manual.docc/ContinuousIntegration.md"
  , 0}},
  {"Cosmos", PAGE {
#embed "../../Manual/Manual.docc/Cosmos.md"
  , 0}},
  {"CosmosSDKs", PAGE {
#embed "../../Manual/Manual.docc/CosmosSDKs.md"
  , 0}},
  {"EGF2", PAGE {
#embed "../../Manual/Manual.docc/EGF2.md"
  , 0}},
  {"Evidence", PAGE {
#embed "../../Manual/Manual.docc/Evidence.md"
  , 0}},
  {"FirstRequests", PAGE {
#embed "../../Manual/Manual.docc/FirstRequests.md"
  , 0}},
  {"FromMitmproxy", PAGE {
#embed "../../Manual/Manual.docc/FromMitmproxy.md"
  , 0}},
  {"FromTheCosmosEmulator", PAGE {
#embed "../../Manual/Manual.docc/FromTheCosmosEmulator.md"
  , 0}},
  {"FromWireMock", PAGE {
#embed "../../Manual/Manual.docc/FromWireMock.md"
  , 0}},
  {"Install", PAGE {
#embed "../../Manual/Manual.docc/Install.md"
  , 0}},
  {"KeepARecording", PAGE {
#embed "../../Manual/Manual.docc/KeepARecording.md"
  , 0}},
  {"KeepYourSDK", PAGE {
#embed "../../Manual/Manual.docc/KeepYourSDK.md"
  , 0}},
  {"LostResponses", PAGE {
#embed "../../Manual/Manual.docc/LostResponses.md"
  , 0}},
  {"Manual", PAGE {
#embed "../../Manual/Manual.docc/Manual.md"
  , 0}},
  {"Mia", PAGE {
#embed "../../Manual/Manual.docc/Mia.md"
  , 0}},
  {"OtherLanguages", PAGE {
#embed "../../Manual/Manual.docc/OtherLanguages.md"
  , 0}},
  {"Scale", PAGE {
#embed "../../Manual/Manual.docc/Scale.md"
  , 0}},
  {"Services", PAGE {
#embed "../../Manual/Manual.docc/Services.md"
  , 0}},
  {"ShareAServer", PAGE {
#embed "../../Manual/Manual.docc/ShareAServer.md"
  , 0}},
  {"SimulatorOrPhone", PAGE {
#embed "../../Manual/Manual.docc/SimulatorOrPhone.md"
  , 0}},
  {"StackMob", PAGE {
#embed "../../Manual/Manual.docc/StackMob.md"
  , 0}},
  {"Tasks", PAGE {
#embed "../../Manual/Manual.docc/Tasks.md"
  , 0}},
  {"TestAnOldApp", PAGE {
#embed "../../Manual/Manual.docc/TestAnOldApp.md"
  , 0}},
  {"Testcontainers", PAGE {
#embed "../../Manual/Manual.docc/Testcontainers.md"
  , 0}},
  {"AppCenterData/Protocol-Client", PAGE {
#embed "../../Clients/AppCenterData/AppCenterData.docc/Protocol-Client.md"
  , 0}},
  {"AppCenterData/Protocol-Offline", PAGE {
#embed "../../Clients/AppCenterData/AppCenterData.docc/Protocol-Offline.md"
  , 0}},
  {"AppCenterEmulator/AppCenterEmulator", PAGE {
#embed "../../Emulators/AppCenterEmulator/AppCenterEmulator.docc/AppCenterEmulator.md"
  , 0}},
  {"AppCenterEmulator/Protocol-Tokens", PAGE {
#embed "../../Emulators/AppCenterEmulator/AppCenterEmulator.docc/Protocol-Tokens.md"
  , 0}},
  {"CRUD/Protocol-Client", PAGE {
#embed "../../Clients/CRUD/CRUD.docc/Protocol-Client.md"
  , 0}},
  {"CosmosEmulator/CosmosEmulator", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/CosmosEmulator.md"
  , 0}},
  {"CosmosEmulator/Decisions", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/Decisions.md"
  , 0}},
  {"CosmosEmulator/Protocol-Documents", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Documents.md"
  , 0}},
  {"CosmosEmulator/Protocol-Errors", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Errors.md"
  , 0}},
  {"CosmosEmulator/Protocol-Examples", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Examples.md"
  , 0}},
  {"CosmosEmulator/Protocol-Queries", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Queries.md"
  , 0}},
  {"CosmosEmulator/Protocol-Requests", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Requests.md"
  , 0}},
  {"CosmosEmulator/Protocol-Resources", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/Protocol-Resources.md"
  , 0}},
  {"CosmosEmulator/Sources", PAGE {
#embed "../../Emulators/CosmosEmulator/CosmosEmulator.docc/Sources.md"
  , 0}},
  {"EGF2/Protocol-Client", PAGE {
#embed "../../Clients/EGF2/EGF2.docc/Protocol-Client.md"
  , 0}},
  {"EGF2/Protocol-Models", PAGE {
#embed "../../Clients/EGF2/EGF2.docc/Protocol-Models.md"
  , 0}},
  {"EGF2Emulator/Decisions", PAGE {
#embed "../../Emulators/EGF2Emulator/EGF2Emulator.docc/Decisions.md"
  , 0}},
  {"EGF2Emulator/EGF2Emulator", PAGE {
#embed "../../Emulators/EGF2Emulator/EGF2Emulator.docc/EGF2Emulator.md"
  , 0}},
  {"EGF2Emulator/Protocol-Errors", PAGE {
#embed "../../Emulators/EGF2Emulator/EGF2Emulator.docc/Protocol-Errors.md"
  , 0}},
  {"EGF2Emulator/Protocol-Graph", PAGE {
#embed "../../Emulators/EGF2Emulator/EGF2Emulator.docc/Protocol-Graph.md"
  , 0}},
  {"EGF2Emulator/Protocol-Requests", PAGE {
#embed "../../Emulators/EGF2Emulator/EGF2Emulator.docc/Protocol-Requests.md"
  , 0}},
  {"EGF2Emulator/Protocol-Services", PAGE {
#embed "../../Emulators/EGF2Emulator/EGF2Emulator.docc/Protocol-Services.md"
  , 0}},
  {"EGF2Emulator/Sources", PAGE {
#embed "../../Emulators/EGF2Emulator/EGF2Emulator.docc/Sources.md"
  , 0}},
  {"MIASync/Protocol-MIASync", PAGE {
#embed "../../Clients/MIASync/MIASync.docc/Protocol-MIASync.md"
  , 0}},
  {"MiaEmulator/Decisions", PAGE {
#embed "../../Emulators/MiaEmulator/MiaEmulator.docc/Decisions.md"
  , 0}},
  {"MiaEmulator/MiaEmulator", PAGE {
#embed "../../Emulators/MiaEmulator/MiaEmulator.docc/MiaEmulator.md"
  , 0}},
  {"MiaEmulator/Protocol-BaaS", PAGE {
#embed "../../Emulators/MiaEmulator/MiaEmulator.docc/Protocol-BaaS.md"
  , 0}},
  {"MiaEmulator/Protocol-CRUD", PAGE {
#embed "../../Emulators/MiaEmulator/MiaEmulator.docc/Protocol-CRUD.md"
  , 0}},
  {"MiaEmulator/Protocol-CRUDDetails", PAGE {
#embed "../../Emulators/MiaEmulator/MiaEmulator.docc/Protocol-CRUDDetails.md"
  , 0}},
  {"MiaEmulator/Protocol-CRUDExamples", PAGE {
#embed "../../Emulators/MiaEmulator/MiaEmulator.docc/Protocol-CRUDExamples.md"
  , 0}},
  {"MiaEmulator/Sources", PAGE {
#embed "../../Emulators/MiaEmulator/MiaEmulator.docc/Sources.md"
  , 0}},
  {"StackMob/Protocol-Client", PAGE {
#embed "../../Clients/StackMob/StackMob.docc/Protocol-Client.md"
  , 0}},
  {"StackMob/Protocol-Store", PAGE {
#embed "../../Clients/StackMob/StackMob.docc/Protocol-Store.md"
  , 0}},
  {"StackMobEmulator/Decisions", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Decisions.md"
  , 0}},
  {"StackMobEmulator/Protocol-Access", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Access.md"
  , 0}},
  {"StackMobEmulator/Protocol-Examples", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Examples.md"
  , 0}},
  {"StackMobEmulator/Protocol-Objects", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Objects.md"
  , 0}},
  {"StackMobEmulator/Protocol-Queries", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Queries.md"
  , 0}},
  {"StackMobEmulator/Protocol-Relationships", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Relationships.md"
  , 0}},
  {"StackMobEmulator/Protocol-Requests", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Requests.md"
  , 0}},
  {"StackMobEmulator/Protocol-Schemas", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Schemas.md"
  , 0}},
  {"StackMobEmulator/Protocol-Services", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Services.md"
  , 0}},
  {"StackMobEmulator/Protocol-Signing", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Signing.md"
  , 0}},
  {"StackMobEmulator/Protocol-Types", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Types.md"
  , 0}},
  {"StackMobEmulator/Protocol-Users", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Protocol-Users.md"
  , 0}},
  {"StackMobEmulator/Sources", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/Sources.md"
  , 0}},
  {"StackMobEmulator/StackMobEmulator", PAGE {
#embed "../../Emulators/StackMobEmulator/StackMobEmulator.docc/StackMobEmulator.md"
  , 0}},
  {"mkApp/Protocol-Client", PAGE {
#embed "../../Clients/mkApp/mkApp.docc/Protocol-Client.md"
  , 0}},
  {"mkApp/Protocol-Modules", PAGE {
#embed "../../Clients/mkApp/mkApp.docc/Protocol-Modules.md"
  , 0}},
};

const struct EmbeddedFile *manual_pages(void) { return pages; }

int manual_page_count(void) { return sizeof pages / sizeof *pages; }
