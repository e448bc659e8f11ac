import { singleton } from '#lib/singleton';

const state = () => singleton('audit', () => ({ unsealed: true }));

/** Notes that this process recorded events which the hash chain does not cover yet. */
export function markUnsealed(): void {
  state().unsealed = true;
}

/** @returns whether there was something to seal since it was asked last */
export function takeUnsealed(): boolean {
  const had = state().unsealed;
  state().unsealed = false;
  return had;
}
