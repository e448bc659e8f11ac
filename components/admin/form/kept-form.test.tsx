import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type ActionState, keptName, untouched } from '#lib/admin/action-state';
import { KeptForm } from './kept-form';

const values = { section: ['clients'], json: ['{}'], version: ['v1'], seen: ['before'], [keptName]: ['1'] };

function render(state: Partial<ActionState>): string {
  const given = { ...untouched, values, ...state };
  return renderToStaticMarkup(<KeptForm action={async () => given} state={given} secrets={[]} files={[]} />);
}

describe('a form that is kept over a sign-in', () => {
  it('says what it said about itself where nobody sees it', () => {
    const page = render({ problem: 'sign_in' });
    expect(page).toContain('<input type="hidden" name="seen" value="before"/>');
    expect(page).toContain('<input type="hidden" name="version" value="v1"/>');
    expect(page).toContain('<input type="hidden" name="section" value="clients"/>');
    expect(page.match(/name="seen"/g)).toHaveLength(1);
  });

  it('shows what it would change, and is done when it is sent after that', () => {
    const differences = [{ key: 'client_name', before: 'Old name', after: 'New name' }];
    const page = render({ review: { differences, seen: 'now', version: 'v2' } });
    expect(page).toContain('Old name');
    expect(page).toContain('New name');
    expect(page).toContain('<input type="hidden" name="version" value="v2"/>');
    expect(page.match(/name="seen" value="[^"]*"/g)).toEqual(['name="seen" value="now"']);
  });
});
