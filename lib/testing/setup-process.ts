import { forgetSingletons } from '#lib/singleton';

/**
 * Vitest's setup for each file. The files of one worker share their modules, so the state that the product keeps once
 * per process (see lib/singleton.ts) is reset for each of them.
 */
forgetSingletons();
