/** Text as a literal of JavaScript, Java, C#, Go, Python, Swift and TOML: they all read JSON's for printable ASCII. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** The same for Kotlin, which would fill in what follows a dollar sign. */
export function kotlinLiteral(text: string): string {
  return literal(text).replaceAll('$', '\\$');
}

/** Text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text as a scalar of YAML in single quotes. */
export function yamlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The origin of the application, as far as its redirect URI tells. */
export function originOf(redirectUri: string): string {
  if (!URL.canParse(redirectUri)) return 'https://app.example';
  const { origin } = new URL(redirectUri);
  return origin === 'null' ? 'https://app.example' : origin;
}

export function isHttp(issuer: string): boolean {
  return issuer.startsWith('http:');
}

/** How a program for Node reads a variable of its environment; text of a guide, nothing that we read. */
export function nodeVariable(name: string): string {
  return ['process', 'env', name].join('.');
}
