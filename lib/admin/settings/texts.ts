import { formatNumber } from '#lib/i18n/admin/format';

/** The pages of the settings. */
export const texts = {
  title: 'Settings',
  description: 'How this server works for every client and user.',
  tabs: {
    label: 'Pages of the settings',
    importExport: 'Import & export',
    environment: 'Environment',
  },
  exporting: {
    title: 'Export configuration',
    description: 'Clients, scopes, identity providers, tenants and settings as a file. Users aren’t included.',
    format: 'Format',
    formats: { yaml: 'YAML', json: 'JSON' },
    submit: 'Export without secrets',
    sealed: 'Export with secrets',
    sealedText:
      'Client secrets are exported as hashes. Provider secrets can only be decrypted with this server’s SIGNET_SECRET.',
    sealedSubmit: 'Export with sealed secrets',
  },
  importing: {
    title: 'Import configuration',
    description:
      'Entries in the file replace those here, and others stay. You review the plan before anything changes.',
    document: ['Configuration', 'YAML or JSON. Secrets that the file leaves out are kept.'],
    file: ['Or choose a file', 'Up to 512 kB. Used instead of the text above.'],
    fileKept: 'The file is ready to import.',
    plan: 'Review plan',
    submit: 'Import configuration',
    nothing: 'No changes. The configuration already matches.',
    changes: (count: number) => (count === 1 ? 'Changes 1 entry' : `Changes ${formatNumber(count)} entries`),
    more: (count: number) => `and ${formatNumber(count)} more`,
    kinds: { create: 'Create', update: 'Change', delete: 'Delete' },
    warnings: 'Warnings',
  },
  environment: 'Environment',
  environmentText: 'Set by environment variables. Restart to change.',
  caption: 'Environment variables',
  name: 'Name',
  value: 'Value',
  unset: 'Not set',
  secret: 'Set (hidden)',
  portal: {
    ownersOnly: 'Only an owner can change these.',
  },
} as const;
