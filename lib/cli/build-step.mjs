import { hashInputs } from './build-inputs.mjs';
import { inProject } from './folders.mjs';
import { plainEnvironment, runTool } from './run-tool.mjs';
import { stampedStep } from './stamp.mjs';

/** The production build: pages, server and command line. */
export const build = stampedStep({
  title: 'Building (about a minute)',
  stamp: inProject('dist', '.build'),
  results: [inProject('dist', 'signet.js'), inProject('.next', 'BUILD_ID')],
  inputs: () => hashInputs(),
  async make() {
    await runTool('the build', [process.execPath, inProject('lib', 'cli', 'build.mjs')], plainEnvironment({}));
  },
});
