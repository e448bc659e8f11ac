import { hashInputs } from './build-inputs.mjs';
import { inProject } from './folders.mjs';
import { plainEnvironment, runTool } from './run-tool.mjs';
import { stampedStep } from './stamp.mjs';

/** The production build: pages, server and command line. */
export const build = stampedStep({
  title: 'Building',
  stamp: inProject('dist', '.build'),
  results: [inProject('dist', 'signet.js'), inProject('.next', 'BUILD_ID')],
  inputs: () => hashInputs(),
  async make(tell) {
    const program = [process.execPath, inProject('lib', 'cli', 'build.mjs')];
    await runTool('the build', program, plainEnvironment({}), tell);
  },
});
