import { historyActions } from './history/actions';
import { keyActions } from './keys/actions';
import type { Action } from './kit/define-action';

/** Every action of the administration that defineAction() made: its form, page, proof, event and operation. */
export const actions: readonly Action[] = [...historyActions, ...keyActions];
