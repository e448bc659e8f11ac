import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { wirePortal } from '#lib/config/portal';
import { agentFields, portalFields as allFields, defaultPortal } from '#lib/tenants/portal-schema';
import { PortalForm } from './view';

const entry = wirePortal({ ...defaultPortal, acrAliases: { 'urn:example:sca': 2 }, auditRetentionDays: null });
const { agents: _, ...portalFields } = allFields;
const agents = Object.fromEntries(Object.keys(agentFields).map((key) => [`agents.${key}`, key]));
const facts = { entry, version: 'v1' };

describe('the settings of the portal', () => {
  it('have a field each, with the stored value', () => {
    const body = renderToStaticMarkup(<PortalForm facts={facts} canEdit />);
    for (const name of Object.keys({ ...portalFields, ...agents })) expect(body).toContain(`name="${name}"`);
    expect(body).toMatch(/<textarea name="acr_aliases"[^>]*>urn:example:sca 2<\/textarea>/);
    expect(body.match(/name="identifiers"[^>]*checked=""/g)).toHaveLength(2);
    expect(body).toMatch(/<option value="optional" selected="">Optional<\/option>/);
  });

  it('are shown as text to those who may not change them', () => {
    const body = renderToStaticMarkup(<PortalForm facts={facts} canEdit={false} />);
    expect(body).not.toContain('<form');
    expect(body).toMatch(/Username.*Verified email/);
    expect(body).toContain('Forever');
    expect(body).toContain('Optional');
  });
});
