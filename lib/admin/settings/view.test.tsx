import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { wirePortal } from '#lib/config/portal';
import { defaultPortal } from '#lib/tenants/portal-schema';
import { logoKeys } from '../entries/logos';
import { kindsOf, sectionNames } from './sections';
import { PortalForm } from './view';

const entry = wirePortal({ ...defaultPortal, acrAliases: { 'urn:example:sca': 2 }, auditRetentionDays: null });
const facts = { entry, version: 'v1' };
const draw = (canEdit: boolean) =>
  sectionNames
    .map((section) => renderToStaticMarkup(<PortalForm section={section} facts={facts} canEdit={canEdit} />))
    .join('');

describe('the settings of the portal', () => {
  it('have a field each, with the stored value', () => {
    const body = draw(true);
    const names = sectionNames.flatMap((section) => Object.keys(kindsOf(section)));
    for (const name of [...names, ...logoKeys]) expect(body).toContain(`name="${name}"`);
    expect(body).toMatch(
      /name="passkeys"[^>]*role="switch"[^>]*checked=""|role="switch"[^>]*name="passkeys"[^>]*checked=""/,
    );
    expect(body).toMatch(/name="theme.texts.pt-BR.subtitle"/);
    expect(body).toMatch(/<textarea name="acr_aliases"[^>]*>urn:example:sca 2<\/textarea>/);
    expect(body.match(/name="identifiers"[^>]*checked=""/g)).toHaveLength(2);
    expect(body).toMatch(/<option value="optional" selected="">Optional<\/option>/);
  });

  it('are shown as text to those who may not change them', () => {
    const body = draw(false);
    expect(body).not.toContain('method="post"');
    expect(body).toMatch(/Username.*Verified email/);
    expect(body).toContain('Forever');
    expect(body).toContain('Optional');
  });
});
