import type { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import { findSingleton, singleton } from '#lib/singleton';

/** Remembers what a form is shown with, for the page that this response becomes. */
export function keepFormState(response: ServerResponse, state: object): void {
  statesOf<object>().set(response, state);
}

/**
 * What the form of the page that is being rendered is shown with: what was typed, and its problems. Null for a page that
 * answers no form. Each kind of form has its own function that calls this one and knows the type.
 */
export function findFormState<State extends object>(): State | null {
  // responseStorage() would create it, and client components are also compiled for browsers.
  const response = findSingleton<AsyncLocalStorage<ServerResponse>>('response')?.getStore();
  return response === undefined ? null : (statesOf<State>().get(response) ?? null);
}

function statesOf<State extends object>(): WeakMap<ServerResponse, State> {
  return singleton('form-states', () => new WeakMap<ServerResponse, State>());
}
