import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The owner of a lock touches it every second. An owner that is silent for this long counts as dead. */
const beatMs = 1_000;
const silenceMs = 15_000;
const retryMs = 100;

/**
 * Runs `work` while no other process does, in this folder or in another container that shares it. The lock of a dead
 * owner is taken over.
 * @template T
 * @param {string} path the path of the lock file
 * @param {() => Promise<T>} work
 * @param {() => void} onWait called once if another process has the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait) {
  mkdirSync(dirname(path), { recursive: true });
  const own = `${process.pid} ${hostname()} ${process.hrtime.bigint()}`;
  for (let waited = false; !tryLock(path, own); waited = true) {
    if (!waited) onWait();
    removeIfDead(path);
    await delay(retryMs);
  }
  const release = () => rmSync(path, { force: true });
  const beat = setInterval(() => touch(path), beatMs);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    process.off('exit', release);
    release();
  }
}

/**
 * @param {string} path
 * @param {string} own
 */
function tryLock(path, own) {
  try {
    writeFileSync(path, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * If two waiters both find the owner dead, the second one must not remove the new lock of the first. So a waiter takes
 * a second lock and checks again before it removes anything.
 * @param {string} path
 */
function removeIfDead(path) {
  if (!isDead(path)) return;
  const guard = `${path}.takeover`;
  try {
    mkdirSync(guard);
  } catch {
    if (ageMs(guard) > silenceMs) rmdirSync(guard);
    return;
  }
  try {
    if (isDead(path)) rmSync(path, { force: true });
  } finally {
    rmdirSync(guard);
  }
}

/** @param {string} path */
function isDead(path) {
  const owner = readOwner(path);
  if (owner === null) return false;
  if (ageMs(path) > silenceMs) return true;
  return owner.host === hostname() && !isAlive(owner.pid);
}

/** @param {string} path */
function readOwner(path) {
  try {
    const [pid = '', host = ''] = readFileSync(path, 'utf8').split(' ');
    // The file exists but is not written yet, so its age decides.
    return host === '' ? { pid: process.pid, host: '' } : { pid: Number(pid), host };
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {string} path */
function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** @param {string} path */
function touch(path) {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // Somebody removed the lock. The work continues.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
