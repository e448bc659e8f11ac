import { singleton } from '#lib/singleton';

const state = () => singleton('audit', () => ({ unsealed: true }));

/** Remembers that this process recorded events that the hash chain does not cover yet. */
export function markUnsealed(): void {
  state().unsealed = true;
}

/** @returns whether there are new events to seal since the last call */
export function takeUnsealed(): boolean {
  const had = state().unsealed;
  state().unsealed = false;
  return had;
}
