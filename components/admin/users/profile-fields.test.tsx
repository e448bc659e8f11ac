import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { untouched } from '#lib/admin/action-state';
import { FormState } from '../form/form-state';
import { ProfileFields } from './profile-fields';

it('the tenants of a user are lines for a picker, and each error names its line', () => {
  const fields = [
    { field: 'tenants[1]', code: 'unknown_tenant', message: 'there is no tenant nowhere', facts: { name: 'nowhere' } },
  ];
  const values = { tenants: ['harbor\n\nnowhere'] };
  const html = renderToStaticMarkup(
    <FormState.Provider value={{ ...untouched, problem: 'invalid', fields, values, section: 'users' }}>
      <ProfileFields username="ann" tenants={['harbor']} claims={{}} />
    </FormState.Provider>,
  );
  const [area = ''] = /<textarea[^>]*name="tenants"[^>]*>[^<]*/.exec(html) ?? [];
  expect(area).toContain('data-pick="/admin/pick/tenant"');
  expect(area).toContain('data-wrong="3"');
  expect(area).toContain('harbor\n\nnowhere');
  expect(html).toContain('Line 3: no tenant is called “nowhere”.');
});
