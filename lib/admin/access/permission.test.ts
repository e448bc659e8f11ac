import { describe, expect, it } from 'vitest';
import { isPermitted } from './permission';

describe('isPermitted', () => {
  it.each([
    ['owner', true, true, true],
    ['editor', true, true, false],
    ['auditor', true, false, false],
    [null, false, false, false],
  ] as const)('lets %s read: %s, edit: %s, own: %s (security #153)', (role, read, edit, own) => {
    expect([isPermitted(role, 'read'), isPermitted(role, 'edit'), isPermitted(role, 'own')]).toEqual([read, edit, own]);
  });
});
