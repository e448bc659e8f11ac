import type { ServerResponse } from 'node:http';
import { singleton } from '#lib/singleton';
import { responseStorage } from './response-storage';

/** Remembers what a form is shown with, for the page that this response becomes. */
export function keepFormState(response: ServerResponse, state: object): void {
  statesOf<object>().set(response, state);
}

/**
 * What the form of the page that is being rendered is shown with: what was typed, and its problems. Null for a page that
 * answers no form. Each kind of form has its own function that calls this one and knows the type.
 */
export function findFormState<State extends object>(): State | null {
  const response = responseStorage().getStore();
  return response === undefined ? null : (statesOf<State>().get(response) ?? null);
}

function statesOf<State extends object>(): WeakMap<ServerResponse, State> {
  return singleton('form-states', () => new WeakMap<ServerResponse, State>());
}
