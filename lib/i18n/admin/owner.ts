/** The page behind the link that a first start prints. */
export const owner = {
  title: 'Create the first owner',
  text: 'Owners decide over everything here: clients, people, keys and roles. This link works once.',
  username: 'Username',
  password: 'Password',
  passwordHelp: (minimum: number) => `At least ${minimum} characters. A few words together are easy to remember.`,
  confirmation: 'Password again',
  submit: 'Create owner',
  problems: {
    heading: 'This has to be put right',
    prefix: 'Error:',
    invalid_username: 'Enter a username of 1 to 100 visible characters, without the @ sign',
    username_taken: 'Choose another username: this one is taken',
    mismatch: 'Enter the same password twice',
    password_too_short: 'Use a longer password',
    password_too_long: 'Use a shorter password',
    password_contains_username: 'Choose a password without the username in it',
    password_too_common: 'Choose a password that is harder to guess',
    password_breached: 'This password is known from a data breach. Choose another one',
  },
  done: {
    title: 'The owner was created',
    text: 'Sign in with this username and password.',
    link: 'To the administration',
  },
  invalid: {
    title: 'This link does not work',
    text: 'It was used before, it is too old, or there is an owner already. While there is none, each start of the server prints a new link.',
    link: 'Go to the start page',
  },
} as const;
