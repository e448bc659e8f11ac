/**
 * Prepares what `npm start`, `npm test` and `npm run signet` need: everything on a fresh clone, and later only what is
 * out of date. If nothing is, it prints nothing. It runs on plain Node, because there may be no packages yet. It prints
 * only to stderr, because stdout belongs to the command that follows.
 *
 * usage: node lib/cli/prepare.mjs start | signet | build | test
 * After `signet`, the command of the further words runs.
 */
import { requireNode } from './node-version.mjs';

requireNode();
await import('./prepare-steps.mjs');
