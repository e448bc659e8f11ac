export const settings = {
  title: 'Settings',
  description: 'How the portal behaves, and what the environment decided.',
  environment: 'Environment',
  environmentText: 'Decided when this process started. It is changed there, and takes a restart.',
  caption: 'Settings of the environment',
  name: 'Name',
  value: 'Value',
  unset: 'not set',
  secret: 'Set. It is never shown.',
  portal: {
    title: 'Portal',
    description: 'In force everywhere within a second. Sessions that live are held to the new limits.',
    ownersOnly: 'Only an owner can change these.',
    forever: 'for ever',
    fields: {
      session_idle_seconds: {
        label: 'Idle time of a session',
        help: 'A session that nobody used for so long ends.',
      },
      session_absolute_seconds: {
        label: 'Longest session',
        help: 'Afterwards people sign in again, used or not.',
      },
      remember_seconds: {
        label: 'Longest remembered session',
        help: 'For people who ticked “Stay signed in”.',
      },
      login: { label: 'Sign-in page', help: 'A tenant may have its own.' },
      registration: { label: 'Accounts made by people themselves', help: 'A tenant may have its own.' },
      dynamic_registration: {
        label: 'Clients that register themselves',
        help: 'Open lets anybody on the network register a client (RFC 7591).',
      },
      legacy_flows: {
        label: 'Implicit, hybrid and password flows',
        help: 'Off: no client may use them, whatever its settings say.',
      },
      audit_retention_days: {
        label: 'Audit log is kept',
        help: 'In days. Older events are removed for good; nothing here keeps them for ever.',
      },
    },
    options: {
      login: { password: 'User name and password on one page', identifier: 'User name first' },
      registration: { off: 'Off', on: 'On' },
      dynamic_registration: { off: 'Off', token: 'With an initial access token', open: 'Open' },
      legacy_flows: { on: 'On', off: 'Off' },
    },
  },
} as const;
