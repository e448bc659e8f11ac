// The entry of the program. Nothing else is imported before the version of Node is known.
import { requireNode } from './node-version.mjs';

requireNode();
await import('./command-line');
