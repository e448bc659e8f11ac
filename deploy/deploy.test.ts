import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { commands } from '#lib/cli/commands';
import { readMetrics } from '#lib/metrics/cluster-metrics';
import { findRoute } from '#lib/routes';
import { environmentSchema, settingNames } from '#lib/settings/environment-schema';
import { parseSettings } from '#lib/settings/parse';
import { folders, loadedByPath } from './run-time-files.mjs';

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');
const usualPort = environmentSchema.shape.PORT.parse(undefined);
const machine = { readSecretFile: () => '', fileExists: () => true, processors: 2 };

/** Of the container: whoever runs it, and the folder of its data. */
const user = 10001;

describe('the image', () => {
  const dockerfile = read('Dockerfile');
  const [, building = '', running = ''] = dockerfile.split(/^FROM /m);

  it('runs as nobody in particular, without npm, from images that the caller chooses', () => {
    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=\S+$/m);
    expect(dockerfile).toMatch(/^ARG RUNTIME_IMAGE=\S+$/m);
    expect(building).toMatch(/^\$\{NODE_IMAGE\} AS build\n/);
    expect(running).toMatch(/^\$\{RUNTIME_IMAGE\}\n/);
    expect(running).toMatch(new RegExp(`^USER ${user}:${user}$`, 'm'));
    expect(running).not.toMatch(/\bnpm\b|\bRUN .*(apt|curl)/);
  });

  it('runs files that the build makes, and commands that exist', () => {
    for (const [, file = ''] of building.matchAll(/\bnode (\S+\.mjs)/g)) expect(existsSync(file), file).toBe(true);
    expect(running).toContain('ENTRYPOINT ["node", "dist/signet.js"]');
    const [, words = '[]'] = /^CMD (\[.*\])$/m.exec(running) ?? [];
    expect(commands.map(({ name }) => name)).toEqual(expect.arrayContaining(JSON.parse(words)));
  });

  it('knows the settings, the port and the path that it checks', () => {
    const [, settings = ''] = /^ENV (.*)$/m.exec(running) ?? [];
    for (const name of namesIn(settings)) expect(isSetting(name), name).toBe(true);
    expect(settings).toContain(`PORT=${usualPort}`);
    expect(running).toContain(`EXPOSE ${usualPort}`);
    const [, path = ''] = /HEALTHCHECK[\s\S]*?PORT}(\/[\w/]+)/.exec(running) ?? [];
    expect(findRoute(path)?.methods).toContain('GET');
  });

  it('is made of sources alone', () => {
    const ignored = read('Dockerfile.dockerignore').split('\n');
    const made = readFileSync('.gitignore', 'utf8')
      .split('\n')
      .filter((line) => /^[\w.-]+\/$/.test(line));
    for (const folder of made) expect(ignored, folder).toContain(folder.slice(0, -1));
    expect(ignored).toEqual(expect.arrayContaining(['.git', '.env*', '**/generated']));
  });

  it('has what is loaded by its path', () => {
    for (const specifier of loadedByPath) expect(() => import.meta.resolve(specifier), specifier).not.toThrow();
    const sources = listSources('lib').filter((path) =>
      /createRequire|'--input-type=module'/.test(readFileSync(path, 'utf8')),
    );
    // What they load so is named in run-time-files.mjs.
    expect(sources).toEqual([
      'lib/db/sqlite-checkpoint.ts',
      'lib/http/html.ts',
      'lib/pictures/draw-picture.ts',
      'lib/users/common-passwords.ts',
      'lib/users/hashes/hashing-thread.ts',
    ]);
    for (const { path } of folders.filter(({ path }) => !['dist', '.next'].includes(path))) {
      expect(existsSync(path), path).toBe(true);
    }
  });
});

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) }).loose();

const workload = z.object({
  kind: z.enum(['Deployment', 'Job']),
  spec: z
    .object({
      replicas: z.number().optional(),
      selector: z.object({ matchLabels: z.record(z.string(), z.string()) }).optional(),
      template: z.object({
        metadata: z.object({ labels: z.record(z.string(), z.string()) }),
        spec: z
          .object({
            terminationGracePeriodSeconds: z.number().optional(),
            automountServiceAccountToken: z.literal(false),
            securityContext: z.object({
              runAsNonRoot: z.literal(true),
              runAsUser: z.literal(user),
              runAsGroup: z.literal(user),
              fsGroup: z.literal(user),
              seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
            }),
            containers: z.array(
              z
                .object({
                  args: z.array(z.string()).optional(),
                  ports: z.array(z.object({ name: z.literal('http'), containerPort: z.number() })).optional(),
                  envFrom: z.array(z.record(z.string(), z.object({ name: z.literal('signet') }))),
                  startupProbe: probe.optional(),
                  readinessProbe: probe
                    .extend({ periodSeconds: z.number(), timeoutSeconds: z.number(), failureThreshold: z.number() })
                    .optional(),
                  livenessProbe: probe.optional(),
                  resources: z.object({
                    requests: z.object({ cpu: z.string(), memory: z.string() }),
                    limits: z.object({ memory: z.string() }),
                  }),
                  securityContext: z.object({
                    allowPrivilegeEscalation: z.literal(false),
                    readOnlyRootFilesystem: z.literal(true),
                    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
                  }),
                  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
                })
                .loose(),
            ),
            volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({}) })),
          })
          .loose(),
      }),
    })
    .loose(),
});

describe('the manifests of Kubernetes', () => {
  const files = readdirSync('deploy/kubernetes');
  const documents = new Map(files.map((name) => [name, parse(read(`kubernetes/${name}`))]));
  const dataOf = (name: string, key: string) =>
    z.record(z.string(), z.string()).parse(z.record(z.string(), z.unknown()).parse(documents.get(name))[key]);
  const example = { ...dataOf('configuration.yaml', 'data'), ...dataOf('secret.example.yaml', 'stringData') };
  const settings = { ...example, SIGNET_SECRET: 'x'.repeat(44), SIGNET_METRICS_TOKEN: 'y'.repeat(48) };
  const deployment = workload.parse(documents.get('deployment.yaml'));
  const job = workload.parse(documents.get('migration.yaml'));
  const [server] = deployment.spec.template.spec.containers;

  it.each(files)('are one document each, of a kind with a name: %s', (name) => {
    expect(parseAllDocuments(read(`kubernetes/${name}`))).toHaveLength(1);
    expect(documents.get(name)).toMatchObject({ apiVersion: expect.any(String), kind: expect.any(String) });
  });

  it('are listed, but for what is applied by itself', () => {
    const { resources } = z.object({ resources: z.array(z.string()) }).parse(documents.get('kustomization.yaml'));
    const apart = ['kustomization.yaml', 'migration.yaml', 'secret.example.yaml'];
    expect([...resources, ...apart].sort()).toEqual([...files].sort());
  });

  it('have settings that a process starts with', () => {
    expect(parseSettings(settings, machine)).toMatchObject({ dialect: 'postgresql', secure: true, port: usualPort });
  });

  it('have no secret that everybody knows: a process does not start before one is chosen', () => {
    const { SIGNET_SECRET, SIGNET_METRICS_TOKEN } = example;
    expect([SIGNET_SECRET, SIGNET_METRICS_TOKEN]).toEqual(['', '']);
    expect(() => parseSettings(example, machine)).toThrow(/SIGNET_SECRET/);
  });

  it('ask the endpoints for it: ready by the database, replaced without it', () => {
    expect(server?.ports?.[0]?.containerPort).toBe(usualPort);
    expect(server?.readinessProbe?.httpGet.path).toBe('/health?ready=pages');
    for (const one of [server?.startupProbe, server?.livenessProbe]) expect(one?.httpGet.path).toBe('/health/live');
    for (const path of ['/health', '/health/live']) expect(findRoute(path)?.methods).toContain('GET');
  });

  it('drain for longer than it takes to notice, and are killed 20 seconds after that (docs/operations.md)', () => {
    const { drainSeconds } = parseSettings(settings, machine);
    const { periodSeconds = 0, timeoutSeconds = 0, failureThreshold = 0 } = server?.readinessProbe ?? {};
    expect(drainSeconds).toBeGreaterThan(periodSeconds * failureThreshold + timeoutSeconds);
    expect(deployment.spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drainSeconds + 20);
  });

  it('let one process go at a time', () => {
    const { minAvailable } = z
      .object({ spec: z.object({ minAvailable: z.number() }) })
      .parse(documents.get('disruption-budget.yaml')).spec;
    expect(minAvailable).toBe((deployment.spec.replicas ?? 0) - 1);
  });

  it('select the servers and not the job', () => {
    const selectorOf = (name: string, path: 'selector' | 'matchLabels') => {
      const { selector } = z
        .object({ spec: z.object({ selector: z.record(z.string(), z.unknown()) }) })
        .parse(documents.get(name)).spec;
      return path === 'selector' ? selector : selector.matchLabels;
    };
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector?.matchLabels).toEqual(labels);
    expect(selectorOf('service.yaml', 'selector')).toEqual(labels);
    expect(selectorOf('disruption-budget.yaml', 'matchLabels')).toEqual(labels);
    expect(job.spec.template.metadata.labels).not.toEqual(labels);
  });

  it('migrate by a command that exists, and write to folders of their own alone', () => {
    expect(commands.map(({ name }) => [name])).toContainEqual(job.spec.template.spec.containers[0]?.args);
    for (const { spec } of [deployment.spec.template, job.spec.template]) {
      const mounts = spec.containers.flatMap(({ volumeMounts }) => volumeMounts);
      expect(mounts.map(({ mountPath }) => mountPath).sort()).toEqual(['/data', '/tmp']);
      expect(mounts.map(({ name }) => name).sort()).toEqual(spec.volumes.map(({ name }) => name).sort());
    }
  });
});

describe('the Compose file', () => {
  const { services } = z
    .object({
      services: z.object({
        signet: z
          .object({
            build: z.object({ context: z.literal('..'), dockerfile: z.literal('deploy/Dockerfile') }),
            environment: z.record(z.string(), z.string()),
            ports: z.array(z.string()),
            user: z.literal(`${user}:${user}`),
            read_only: z.literal(true),
            cap_drop: z.tuple([z.literal('ALL')]),
            security_opt: z.tuple([z.literal('no-new-privileges:true')]),
            tmpfs: z.tuple([z.literal('/tmp')]),
            depends_on: z.object({ database: z.object({ condition: z.literal('service_healthy') }) }),
          })
          .loose(),
        database: z
          .object({ environment: z.record(z.string(), z.string()), healthcheck: z.object({}).loose() })
          .loose(),
      }),
    })
    .loose()
    .parse(parse(read('compose.yaml')));

  it('has settings that a process starts with, once the two secrets are there', () => {
    const given: Record<string, string> = { SIGNET_SECRET: 'x'.repeat(44), POSTGRES_PASSWORD: 'p'.repeat(48) };
    const environment = Object.fromEntries(
      Object.entries(services.signet.environment).map(([name, value]) => [
        name,
        value.replaceAll(
          /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
          (_, variable: string, usual = '') => given[variable] ?? usual,
        ),
      ]),
    );
    expect(parseSettings(environment, machine)).toMatchObject({
      dialect: 'postgresql',
      host: '0.0.0.0',
      port: usualPort,
    });
    for (const name of Object.keys(services.signet.environment)) expect(isSetting(name), name).toBe(true);
  });

  it('publishes the port to this machine alone, and keeps the secrets out of the file', () => {
    expect(services.signet.ports).toEqual([`127.0.0.1:${usualPort}:${usualPort}`]);
    for (const name of ['SIGNET_SECRET', 'POSTGRES_PASSWORD']) expect(read('compose.yaml')).toContain(`\${${name}:?`);
  });
});

describe('the unit of systemd', () => {
  const lines = read('signet.service')
    .split('\n')
    .filter((line) => /^[A-Z]\w+=/.test(line));
  const setting = (name: string) => lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';

  it('starts the server with settings that exist', () => {
    expect(setting('ExecStart')).toBe('/usr/bin/node dist/signet.js start');
    for (const name of namesIn(setting('Environment'))) expect(isSetting(name), name).toBe(true);
    expect(setting('Environment')).toContain(`file:/var/lib/${setting('StateDirectory')}/`);
  });

  it('lets it drain', () => {
    expect(Number(setting('TimeoutStopSec'))).toBeGreaterThanOrEqual(20);
    expect(setting('KillMode')).toBe('mixed');
  });

  it.each([
    'NoNewPrivileges=yes',
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'ProtectHome=yes',
    'PrivateTmp=yes',
    'PrivateDevices=yes',
    'CapabilityBoundingSet=',
    'SystemCallFilter=@system-service',
  ])('is hardened: %s', (line) => {
    expect(lines).toContain(line);
  });
});

describe('what reads the metrics', () => {
  const dashboard = z
    .object({
      panels: z.array(
        z.object({
          title: z.string(),
          gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
          targets: z.array(z.object({ expr: z.string() })),
        }),
      ),
    })
    .parse(JSON.parse(read('grafana-dashboard.json')));
  const { groups } = z
    .object({
      groups: z.array(
        z.object({
          rules: z.array(
            z.object({
              alert: z.string(),
              expr: z.string(),
              annotations: z.object({ summary: z.string(), action: z.string() }),
            }),
          ),
        }),
      ),
    })
    .parse(parse(read('prometheus-rules.yaml')));
  const rules = groups.flatMap((group) => group.rules);
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
  ];

  it.each(expressions)('asks for metrics that /metrics serves, by labels that they have: %s', async (_, expression) => {
    const served = await readServed();
    const asked = [...expression.matchAll(/\b([a-z_]+_[a-z_\d]+|up)\b(?=\{)/g)].map(([, name = '']) => name);
    expect(asked.length).toBeGreaterThan(0);
    for (const name of asked) expect(served, name).toContain(name);
  });

  it('says for each alert what to do', () => {
    const names = commands.map(({ name }) => name);
    expect(rules.length).toBeGreaterThan(10);
    for (const { annotations } of rules) {
      for (const [, command = ''] of annotations.action.matchAll(/npm run signet -- ([a-z ]+[a-z])/g)) {
        expect(
          names.some((name) => command === name || command.startsWith(`${name} `)),
          command,
        ).toBe(true);
      }
    }
  });

  it('draws no panel over another', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
  });
});

/** The names of all series: a histogram has three. What the monitor itself adds is `up`. */
async function readServed(): Promise<readonly string[]> {
  const types = [...(await readMetrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const names = types.flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  );
  // Read from the database, beside the counters: lib/protocol/metrics.ts.
  return [...names, 'signet_audit_head_info', 'up'];
}

function isSetting(name: string): boolean {
  return settingNames.has(name) || name === 'NODE_ENV';
}

function namesIn(assignments: string): string[] {
  return [...assignments.matchAll(/(?:^| )([A-Z_]+)=/g)].map(([, name = '']) => name);
}

function listSources(folder: string): string[] {
  const files = execFileSync('git', ['ls-files', folder], { encoding: 'utf8' }).split('\n');
  return files.filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/(testing|build|cli)\//.test(path));
}
