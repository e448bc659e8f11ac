import shared from '../../vitest.config';

/** Runs the endpoint tests on SQLite, with a server process of the production build behind each test provider. */
export default {
  ...shared,
  root: new URL('../..', import.meta.url).pathname,
  test: {
    ...shared.test,
    retry: 0,
    env: { TEST_AGAINST: 'build' },
    setupFiles: ['proofs/attacks/count-requests.ts'],
  },
};
