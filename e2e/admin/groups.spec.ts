import { expect, test } from '../test';
import { openArea } from './area';

test('a group gets people, one by one and from a list, and comes back with them after it was deleted', async ({
  page,
  area,
}) => {
  const flash = page.locator('[data-flash]');
  await openArea(page, area.issuer, '/admin/groups');
  await page.getByRole('link', { name: 'New group' }).first().click();
  const name = `staff ${Date.now()}`;
  const address = `${area.issuer}/admin/groups/${encodeURIComponent(name)}`;
  await page.locator('[name=name]').fill(name);
  await page.locator('[name=display_name]').fill('Everyone here');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(flash).toContainText('Created group Everyone here');

  await page.locator('[name=member]').fill('nobody-here');
  await page.getByRole('button', { name: 'Add member' }).click();
  await expect(page.getByRole('alert').first()).toContainText('No user has this username, ID, or email address.');
  await page.locator('[name=member]').fill('alice@example.com');
  await page.locator('[name=until]').fill('2099-01-31');
  await page.getByRole('button', { name: 'Add member' }).click();
  await expect(flash).toContainText(`Added alice to ${name}`);
  await expect(page.getByRole('row', { name: /alice/ })).toContainText('Feb 1, 2099, 00:00 UTC');

  await page.getByRole('link', { name: 'Paste a list' }).click();
  const people = Array.from({ length: 24 }, (_, index) => `worker-${index + 1}`);
  const others = ['WORKER-1', 'worker-2', 'alice', 'nobody-1', 'nobody@example.com', ''];
  await page.locator('[name=people]').fill([...people, ...others].join('\n'));
  await page.locator('[name=until]').last().fill('2099-06-30');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByLabel('Will be added: 24')).toHaveValue(people.join('\n'));
  await expect(page.getByLabel('Already members: 1')).toHaveValue('alice');
  await expect(page.getByLabel('Not found: 2')).toHaveValue('nobody-1\nnobody@example.com');
  await expect(page.getByRole('definition').filter({ hasText: '2099-06-30' })).toBeVisible();
  await page.getByRole('button', { name: 'Add 24 members' }).click();
  await expect(page.getByLabel('Added: 24')).toHaveValue(people.join('\n'));

  await page.goto(`${address}?q=worker-7`);
  await expect(page.getByRole('row', { name: /worker-7/ })).toContainText('ليلى');
  await page.getByRole('button', { name: 'Actions: worker-7' }).click();
  await page.getByRole('link', { name: 'Remove…' }).click();
  await page.getByRole('button', { name: 'Remove member' }).click();
  await expect(flash).toContainText(`Removed worker-7 from ${name}`);
  await page.goto(`${area.issuer}/admin/users?group=${encodeURIComponent(name)}&q=worker-8`);
  await page.getByRole('link', { name: 'Kim Lee' }).click();
  await page.locator('main a[href$="/access"]').click();
  await page.getByRole('link', { name }).click();

  await page.goto(`${area.issuer}/admin/users?q=worker-1`);
  await page.getByRole('checkbox', { name: 'worker-11' }).check();
  await page.getByRole('button', { name: 'Remove from group' }).click();
  await page.locator('[name=group]').fill(name.toUpperCase());
  await expect(page.locator('[name=people]')).toHaveValue('worker-11');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByLabel('Will be removed: 1')).toHaveValue('worker-11');
  await page.getByRole('button', { name: 'Remove 1 member' }).click();
  await expect(page.getByLabel('Removed: 1')).toHaveValue('worker-11');
  await page.getByRole('link', { name: 'Back to users' }).click();
  await page.getByRole('checkbox', { name: 'worker-11' }).check();
  await page.getByRole('button', { name: 'Add to group' }).click();
  await page.locator('[name=group]').fill(name);
  await page.locator('[name=until]').fill('2099-01-31');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Add 1 member' }).click();
  await expect(page.getByLabel('Added: 1')).toHaveValue('worker-11');

  await page.goto(`${address}/used`);
  await expect(page.getByText('Nothing uses this group')).toBeVisible();
  await page.goto(`${address}/settings`);
  await page.getByRole('link', { name: 'Delete…' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('members.csv');
  await page.locator('[name=typed]').fill(name);
  await page.getByRole('button', { name: 'Delete group with 24 people' }).click();
  await expect(flash).toContainText('Deleted group Everyone here');
  await flash.getByRole('button', { name: 'Undo' }).click();
  await page.goto(address);
  await expect(page.getByRole('row')).toHaveCount(25);
});
