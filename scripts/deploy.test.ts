import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { loadConfig } from '#server/settings/config.ts'

import { root } from './tasks.ts'

const folder = join(root, 'deploy')

const composeShape = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
      environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      command: z.union([z.string(), z.array(z.string())]).optional(),
      volumes: z.array(z.string()).default([]),
      depends_on: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
    }),
  ),
  volumes: z.record(z.string(), z.unknown()),
})

describe('deploy/compose.yaml', () => {
  const compose = composeShape.parse(parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'), { merge: true }))

  test('names only existing services, volumes and files', () => {
    const services = Object.values(compose.services)
    const needed = services.flatMap(({ depends_on: needs = [] }) => (Array.isArray(needs) ? needs : Object.keys(needs)))
    expect(needed.filter((name) => !(name in compose.services))).toEqual([])
    const sources = services.flatMap(({ volumes }) => volumes.map((volume) => fillIn(volume, {}).split(':')[0] ?? ''))
    const named = sources.filter((source) => !source.startsWith('.'))
    expect(named.filter((source) => !(source in compose.volumes))).toEqual([])
    const paths = [
      ...sources.filter((source) => source.startsWith('.')).map((source) => join(folder, source)),
      ...services.flatMap(({ build }) => (build === undefined ? [] : [join(folder, build.context, build.dockerfile)])),
    ]
    expect(paths.filter((path) => !existsSync(path))).toEqual([])
    expect(new Set(paths).size).toBe(2)
  })

  test('passes only known settings, with the example’s filled in', () => {
    const example = readFileSync(join(folder, 'compose.env.example'), 'utf8')
    const asked = [...readFileSync(join(folder, 'compose.yaml'), 'utf8').matchAll(/\$\{(\w+):\?/g)].map(
      ([, name]) => name,
    )
    for (const name of asked) expect(example).toContain(`${name}=`)

    const dataDir = mkdtempSync(join(tmpdir(), 'understudy-deploy-'))
    const values: Record<string, string> = {
      PUBLIC_URL: 'https://demos.example.com',
      JWT_SECRET: 'a'.repeat(64),
      POSTGRES_PASSWORD: 'password',
      S3_SECRET: 'secret',
      SMTP_URL: 'smtp://mail.example.com',
      GOTRUE_SMTP_ADMIN_EMAIL: 'demos@example.com',
    }
    const settings = Object.entries(compose.services['app']?.environment ?? {}).map(([name, text]) => [
      name,
      name === 'DATA_DIR' ? dataDir : fillIn(String(text), values),
    ])
    const config = loadConfig(Object.fromEntries(settings))
    expect(config.embedded?.auth.mail.smtp).not.toBeNull()
    expect(config.trustedProxies).toEqual(['172.30.80.0/24'])
    expect(config).toMatchObject({
      publicUrl: 'https://demos.example.com',
      drainMs: 6_000,
      embedded: {
        databaseUrl: 'postgres://understudy:password@postgres:5432/understudy',
        s3: { endpoint: 'http://s3:8333', bucket: 'understudy', accessKeyId: 'understudy', secretAccessKey: 'secret' },
      },
    })
    rmSync(dataDir, { recursive: true, force: true })
  })
})

describe('the nightly backup of deploy/compose.yaml', () => {
  const compose = composeShape.parse(parse(readFileSync(join(folder, 'compose.yaml'), 'utf8'), { merge: true }))

  test('writes to a persistent volume, with the servers’ settings', () => {
    const { app, backup } = compose.services
    for (const service of [app, backup]) {
      expect(service?.volumes).toContain('${BACKUP_FOLDER:-backups}:/data/backups')
    }
    expect(backup?.environment).toEqual({ ...app?.environment, DRAIN_SECONDS: '0' })
  })

  test('waits until a quarter past three, whenever it is started', () => {
    const command = String(compose.services['backup']?.command)
    const expression = /sleep \$\$\(\((.*)\)\)/.exec(command)?.[1]?.replace('$$(date -u +%s)', '$now') ?? ''
    for (const started of ['00:00:00', '03:14:59', '03:15:00', '03:15:01', '12:30:00', '23:59:59']) {
      const now = Date.parse(`2026-11-22T${started}Z`) / 1_000
      const { stdout } = spawnSync('sh', ['-c', `now=${now}; echo $((${expression}))`], { encoding: 'utf8' })
      const at = new Date((now + Number(stdout)) * 1_000).toISOString().slice(11, 19)
      expect([started, at]).toEqual([started, '03:15:01'])
      expect(Number(stdout)).toBeGreaterThan(0)
    }
  })
})

test('no answer to a single visitor takes a server out of the proxy’s rotation', () => {
  const lines = readFileSync(join(folder, 'Caddyfile'), 'utf8').split('\n')
  const directives = lines.map((line) => line.trim().split(' ')[0])
  expect(directives).toContain('reverse_proxy')
  expect(directives.filter((name) => /^(?:fail_duration|max_fails|unhealthy_)/.test(name ?? ''))).toEqual([])
})

test('no settings file with secrets gets into the image', () => {
  expect(readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')).toEqual(
    expect.arrayContaining(['.env', '**/.env']),
  )
})

test('the workflow runs existing scripts, with actions pinned to a commit', () => {
  const text = readFileSync(join(root, '.github', 'workflows', 'image.yml'), 'utf8')
  const workflow = z
    .object({ jobs: z.record(z.string(), z.object({ steps: z.array(z.record(z.string(), z.unknown())) })) })
    .parse(parse(text))
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)
  for (const uses of steps.flatMap(({ uses: action }) => (action === undefined ? [] : [String(action)]))) {
    expect(uses).toMatch(/^[\w-]+\/[\w-]+@[\da-f]{40}$/)
  }
  const commands = steps.map(({ run }) => String(run ?? '')).join('\n')
  const scripts = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))).scripts
  const called = [...commands.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(called).toContain('smoke')
  expect(called.filter((name) => !(name in scripts))).toEqual([])
  for (const [path] of commands.matchAll(/deploy\/[\w.-]+/g)) {
    expect([path, path === 'deploy/.env' || existsSync(join(root, path))]).toEqual([path, true])
  }
})

/** Compose's interpolation: ${NAME:?why}, ${NAME:-default}, ${NAME}; a default may contain another. */
function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  const inner = text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => values[name] ?? '')
  return inner.replaceAll(/\$\{(\w+):-([^}]*)\}/g, (_, name: string, otherwise: string) => values[name] ?? otherwise)
}

const canVerify = spawnSync('systemd-analyze', ['--version']).status === 0

test.runIf(canVerify)('systemd accepts the units', () => {
  const copies = mkdtempSync(join(tmpdir(), 'understudy-units-'))
  const units = readdirSync(folder).filter((name) => /\.(service|timer)$/.test(name))
  for (const name of units) {
    // Node may be installed elsewhere on this machine.
    const text = readFileSync(join(folder, name), 'utf8').replace('/usr/bin/node', process.execPath)
    writeFileSync(join(copies, name), text)
  }
  const paths = units.map((name) => join(copies, name))
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' })
  expect({ status, said: stderr.split('\n').filter((line) => line.includes('understudy')) }).toEqual({
    status: 0,
    said: [],
  })
  rmSync(copies, { recursive: true, force: true })
})
