/** The page behind the link that is printed by a first start. */
export const owner = {
  title: 'Create the first owner',
  text: 'Owners manage clients, users, keys and roles. This link works once.',
  username: 'Username',
  password: 'Password',
  passwordHelp: (minimum: number) => `At least ${minimum} characters. Several words together are easy to remember.`,
  confirmation: 'Confirm password',
  submit: 'Create owner',
  problems: {
    heading: 'Fix these problems to continue',
    prefix: 'Error:',
    invalid_username: 'Enter a username of 1 to 100 visible characters, without the @ sign',
    username_taken: 'This username is taken. Choose another one',
    mismatch: 'Enter the same password twice',
    password_too_short: 'Use a longer password',
    password_too_long: 'Use a shorter password',
    password_contains_username: 'Choose a password that doesn’t contain the username',
    password_too_common: 'Choose a password that’s harder to guess',
    password_breached: 'This password appeared in a data breach. Choose another one',
  },
  done: {
    title: 'Owner created',
    text: 'Sign in with this username and password.',
    link: 'Go to the admin area',
  },
  invalid: {
    title: 'This link doesn’t work',
    text: 'It was already used, has expired, or an owner already exists. Until one exists, each server start prints a new link.',
    link: 'Go to the start page',
  },
} as const;
