import { accountRaces } from './accounts';
import { auditRaces } from './audit';
import { counterRaces } from './counters';
import { endedSessionRaces } from './ended-sessions';
import { factorRaces } from './factors';
import { interactionRaces } from './interactions';
import { jobRaces } from './jobs';
import type { StoreRace } from './store-race';
import { tokenRaces } from './tokens';

/** The races of both processes on the functions of the stores. */
export const storeRaces: readonly StoreRace[] = [
  ...tokenRaces,
  ...interactionRaces,
  ...factorRaces,
  ...accountRaces,
  ...endedSessionRaces,
  ...counterRaces,
  ...jobRaces,
  ...auditRaces,
];
