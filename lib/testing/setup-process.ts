import { forgetSingletons } from '#lib/singleton';

/**
 * Vitest's set-up for each file: the files of one worker share their modules, and what the product keeps once in a
 * process (see lib/singleton.ts) is reset for each of them.
 */
forgetSingletons();
