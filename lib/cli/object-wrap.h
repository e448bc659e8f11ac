/*
 * Included before every file when better-sqlite3 is compiled (lib/cli/install.mjs).
 *
 * Since Node 24.19, the constructor of node::ObjectWrap adds a cleanup hook and its destructor removes it. To remove one,
 * the current context is needed. The garbage collector also deletes statements while there is none, and the process then
 * aborts: "Assertion failed: (env) != nullptr". better-sqlite3 12 closes what it has opened by a hook of its own, so
 * ObjectWrap gets none here, as before 24.19. Version 13 does not use ObjectWrap, and needs Node 22.
 */
#pragma once
#include <node.h>

namespace node {
inline void KeepNoHook(v8::Isolate*, void (*)(void*), void*) {}
}  // namespace node

#define AddEnvironmentCleanupHook KeepNoHook
#define RemoveEnvironmentCleanupHook KeepNoHook
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
