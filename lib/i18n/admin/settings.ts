export const settings = {
  title: 'Settings',
  description: 'What the environment decided when this process started. It is changed there, and takes a restart.',
  caption: 'Settings of the environment',
  name: 'Name',
  value: 'Value',
  unset: 'not set',
  secret: 'Set. It is never shown.',
} as const;
