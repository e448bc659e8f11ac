import './quick-hashes';
import { relative } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { forgetSingletons, singleton } from '#lib/singleton';
import { recordTexts, saveTexts } from './plans/record-texts';

/**
 * Vitest's setup for each file. The files of one worker share their modules, so the state that the product keeps once
 * per process (see lib/singleton.ts) is reset for each of them. What a module holds from its first load stays: state of
 * one database, which each file makes anew, and the snapshot, which startSnapshot() resets.
 */
const hashingThreads = singleton('hashing-threads', (): unknown[] => []);
forgetSingletons();
// A new thread takes as long as three hashes, and the former ones would stay until the worker ends.
singleton('hashing-threads', () => hashingThreads);

recordTexts(inject('database').dialect);
afterAll(() => saveTexts(inject('statements'), relative(process.cwd(), expect.getState().testPath ?? '')));
