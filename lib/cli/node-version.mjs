/**
 * The oldest Node that runs this program, as package.json says. This file is read before any other, by whatever Node
 * there is, so it contains only what an old one understands.
 */
export const oldestNode = { major: 20, minor: 19 };

/**
 * @param {string} version such as `20.19.1`
 * @returns {string | null} a sentence, if it is too old
 */
export function refuseNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < oldestNode.major || (major === oldestNode.major && minor < oldestNode.minor);
  const needed = `${oldestNode.major}.${oldestNode.minor}`;
  return isOld ? `Signet needs Node ${needed} or later. This is Node ${version}.` : null;
}

/** Ends the process if its Node is too old. */
export function requireNode() {
  const problem = refuseNode(process.versions.node);
  if (problem === null) return;
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
