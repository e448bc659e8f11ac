import type { NamedValue } from '../demo-form';

/**
 * How to connect well-known agents to an MCP server: a terminal command, or a configuration file.
 * @param url the address of the server
 */
export function agentCommands(url: string): readonly NamedValue[] {
  const server = JSON.stringify({ name, type: 'http', url });
  return [
    { name: 'Claude Code', value: `claude mcp add --transport http ${name} ${url}` },
    { name: 'Codex', value: `codex mcp add ${name} --url ${url}` },
    { name: 'Gemini CLI', value: `gemini mcp add --transport http ${name} ${url}` },
    { name: 'VS Code', value: `code --add-mcp '${server}'` },
    { name: 'Cursor', value: `~/.cursor/mcp.json  ${JSON.stringify({ mcpServers: { [name]: { url } } })}` },
    { name: 'MCP Inspector', value: 'npx @modelcontextprotocol/inspector' },
  ];
}

const name = 'signet-demo';
