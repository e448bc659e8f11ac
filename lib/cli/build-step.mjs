import { existsSync } from 'node:fs';
import { hashInputs } from './build-inputs.mjs';
import { inProject } from './folders.mjs';
import { plainEnvironment, runTool } from './run-tool.mjs';
import { createStamp } from './stamp.mjs';

const stamp = createStamp(inProject('dist', '.build'));
const results = [inProject('dist', 'signet.js'), inProject('.next', 'BUILD_ID')];

/** The production build: pages, server and command line. */
export const build = {
  title: 'Building (about a minute)',
  isNeeded: () => !stamp.matches(hashInputs()) || !results.every((file) => existsSync(file)),
  async run() {
    stamp.clear();
    await runTool('the build', [process.execPath, inProject('lib', 'cli', 'build.mjs')], plainEnvironment({}));
    stamp.write(hashInputs());
  },
};
