import { afterEach, beforeEach } from 'vitest';
import { countSentRequests } from '#lib/testing/serve-build';

/** Vitest's set-up for each file: notes how many requests a test sent to a production build. */
let before = 0;

beforeEach(() => {
  before = countSentRequests();
});
afterEach(({ task }) => {
  Object.assign(task.meta, { sent: countSentRequests() - before });
});
