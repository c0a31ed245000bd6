import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { jwtVerify } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ConfigError } from '#backend/settings/config-error.ts'
import { ownOrigin } from '#backend/http/own-origin.ts'
import type { Environment } from '#backend/settings/settings-reader.ts'

import { loadConfig, readEnvironment, withChosenPort } from './config.ts'
import { closeDataFolder, checkDataFolder } from './data-folder.ts'

const root = join(import.meta.dirname, '../..')
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'understudy-config-'))
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function load(environment: Environment = {}) {
  return loadConfig({ DATA_DIR: dataDir, ...environment })
}

function problemsOf(environment: Environment): readonly string[] {
  try {
    load(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
  return []
}

test('an empty environment serves localhost:3000 with everything in one folder', () => {
  const config = load()
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    backendUrl: 'http://localhost:3000',
    dataDir,
    logLevel: 'info',
    embedded: { databaseUrl: null, s3: null, durability: 'full', jwtExpirySeconds: 3600, hasAuthRateLimits: true },
  })
})

test('a copy of .env.example changes nothing: it lists the defaults', () => {
  const example = parseEnv(readFileSync(join(root, '.env.example'), 'utf8'))
  expect(Object.keys(example).length).toBeGreaterThan(60)
  // Functions are created on each call; everything else must be equal.
  const plain = (config: unknown) => JSON.parse(JSON.stringify(config)) as unknown
  expect(plain(load({ ...example, DATA_DIR: dataDir }))).toEqual(plain(load()))
})

test('sizes above a gigabyte are accepted', () => {
  const sizes = {
    WORKSPACE_STORAGE_LIMIT: '20000000000',
    FILE_SIZE_LIMIT: '5368709120',
    TUS_URL_EXPIRY_MS: '2592000000',
  }
  expect(load(sizes).embedded?.storage).toMatchObject({
    workspaceBytesMax: 20_000_000_000,
    fileBytesMax: 5_368_709_120,
    resumableUploadMs: 2_592_000_000,
  })
})

test.each(['postgres://user@/db?host=/run/postgresql', 'postgresql://u:p%23@host', 'postgres://u:a%40b@[::1]:5432/db'])(
  'the database address %s is accepted',
  (address) => {
    expect(load({ DATABASE_URL: address }).embedded?.databaseUrl).toBe(address)
  },
)

test('empty values count as not set', () => {
  expect(load({ PORT: '', PUBLIC_URL: ' ', LLM_URL: '' }).port).toBe(3000)
  expect(problemsOf({ GOTRUE_EXTERNAL_GOOGLE_SECRET: '', GOTRUE_SMTP_PORT: '', PGRST_SERVER_PORT: ' ' })).toEqual([])
})

describe('the signing secret', () => {
  test('is created once, readable by the owner only', () => {
    const first = load().embedded?.jwtSecret
    expect(first?.length).toBeGreaterThanOrEqual(32)
    expect(load().embedded?.jwtSecret).toBe(first)
    const path = join(dataDir, 'jwt-secret')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8').trim()).toBe(first)
  })

  test('is refused when the stored one is damaged', () => {
    writeFileSync(join(dataDir, 'jwt-secret'), 'short')
    expect(problemsOf({})).toEqual([expect.stringContaining('is damaged')])
  })

  test('yields the same keys on every server that shares it', async () => {
    const secret = 'a secret of more than thirty-two characters'
    const [one, other] = [load({ JWT_SECRET: secret }), load({ JWT_SECRET: secret })]
    expect(one.anonKey).toBe(other.anonKey)
    const { payload } = await jwtVerify(one.serviceRoleKey, new TextEncoder().encode(secret))
    expect(payload).toMatchObject({ iss: 'supabase', role: 'service_role' })
  })
})

test('reads S3 settings from one URL', () => {
  const { embedded } = load({ STORAGE_URL: 's3://key:se%2Fcret@localhost:9000/demos?region=eu-1&tls=off' })
  expect(embedded?.s3).toEqual({
    endpoint: 'http://localhost:9000',
    bucket: 'demos',
    region: 'eu-1',
    accessKeyId: 'key',
    secretAccessKey: 'se/cret',
  })
})

test('with Supabase there is no local backend, and clients are sent to it', () => {
  const config = load({
    SUPABASE_URL: 'https://project.supabase.co',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
  })
  expect(config).toMatchObject({ backendUrl: 'https://project.supabase.co', anonKey: 'anon', embedded: null })
  expect(withChosenPort(config, 4000).backendUrl).toBe('https://project.supabase.co')
})

test('statements are unnamed behind a pooler by default', () => {
  const DATABASE_URL = 'postgres://user@localhost:6432/understudy'
  const DATABASE_LISTEN_URL = 'postgres://user@localhost:5432/understudy'
  expect(load({ DATABASE_URL }).embedded?.hasNamedStatements).toBe(true)
  expect(load({ DATABASE_URL, DATABASE_LISTEN_URL }).embedded?.hasNamedStatements).toBe(false)
  const explicit = load({ DATABASE_URL, DATABASE_LISTEN_URL, DATABASE_STATEMENTS: 'named' })
  expect(explicit.embedded?.hasNamedStatements).toBe(true)
})

test('the port the system chose goes into the public URL unless one is set', () => {
  expect(withChosenPort(load({ PORT: '0' }), 4321)).toMatchObject({ port: 4321, publicUrl: 'http://localhost:4321' })
  const set = load({ PORT: '0', PUBLIC_URL: 'https://demos.example.com/' })
  expect(withChosenPort(set, 4321).publicUrl).toBe('https://demos.example.com')
})

const supabase = {
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_ANON_KEY: 'a',
  SUPABASE_SERVICE_ROLE_KEY: 's',
}

test.each<[Environment, string]>([
  [{ DATABASE_STATEMENTS: 'prepared' }, 'DATABASE_STATEMENTS must be one of named, unnamed, but is "prepared".'],
  [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a whole number from 0 to 300, but is "-1".'],
  [
    { SUPABASE_DB_URL: 'postgres://postgres@localhost/postgres' },
    'SUPABASE_DB_URL is set, but SUPABASE_URL is not; it is only for moving everything to Supabase or away.',
  ],
  [
    { ...supabase, SUPABASE_DB_URL: 'https://project.supabase.co' },
    'SUPABASE_DB_URL must be an address like postgres://user:password@host:5432/database.',
  ],
  [
    { ...supabase, SUPABASE_DB_URL: 'postgres://postgres.x:y@aws-0-eu-central-1.pooler.supabase.com:5432/postgres' },
    "SUPABASE_DB_URL would send everything unencrypted over the internet. Download the certificate from the project's database settings and add ?sslmode=verify-full&sslrootcert=FILE.",
  ],
  ...['postgres://u:p#x@host/db', 'postgres://u:1#x@host/db', 'postgres://[::1'].map(
    (address): [Environment, string] => [
      { DATABASE_URL: address },
      'DATABASE_URL is no valid address. Write special characters of the password encoded: # as %23, / as %2F.',
    ],
  ),
  [
    { DATABASE_URL: 'postgres://u:p@host/db?sslmode=verify-full&sslrootcert=/no/such' },
    'DATABASE_URL names "/no/such" as sslrootcert, which can\'t be read.',
  ],
  [{ PORT: '70000' }, 'PORT must be a whole number from 0 to 65535, but is "70000".'],
  [{ FEEDBACK_EMAIL: 'team' }, 'FEEDBACK_EMAIL must be one email address, but is "team".'],
  [
    { METRICS_TOKEN: 'guess me' },
    'METRICS_TOKEN must have at least 32 characters, of letters, digits and -._~+/ only.',
  ],
  [{ PORT: 'http' }, 'PORT must be a whole number from 0 to 65535, but is "http".'],
  [
    { PUBLIC_URL: 'demos.example.com' },
    'PUBLIC_URL must be an address like https://demos.example.com without a path, but is "demos.example.com".',
  ],
  [
    { PUBLIC_URL: 'https://example.com/demos' },
    'PUBLIC_URL must be an address like https://demos.example.com without a path, but is "https://example.com/demos". Understudy needs a host name of its own and can not be hosted below a path.',
  ],
  [{ JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters.'],
  [{ JWT_EXP: '5' }, 'JWT_EXP must be a whole number from 60 to 604800, but is "5".'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, but is "loud".'],
  [{ TRACKING_RETENTION_DAYS: '0' }, 'TRACKING_RETENTION_DAYS must be a whole number from 1 to 3650, but is "0".'],
  [{ TRACKING_LIMITS: 'some' }, 'TRACKING_LIMITS must be one of on, off, but is "some".'],
  [{ PGLITE_DURABILITY: 'maybe' }, 'PGLITE_DURABILITY must be one of full, relaxed, but is "maybe".'],
  [
    { DATABASE_ANON_TIMEOUT_MS: '2s' },
    'DATABASE_ANON_TIMEOUT_MS must be a whole number from 100 to 10000, but is "2s".',
  ],
  [{ PGLITE_MEMORY_MARK_MB: '100' }, 'PGLITE_MEMORY_MARK_MB must be a whole number from 160 to 2048, but is "100".'],
  [
    { DATABASE_URL: 'mysql://localhost/x' },
    'DATABASE_URL must be an address like postgres://user:password@host:5432/database.',
  ],
  [
    { FILE_SIZE_LIMIT: '20mb' },
    'FILE_SIZE_LIMIT must be a whole number from 26214400 to 1099511627776, but is "20mb".',
  ],
  [
    { FILE_SIZE_LIMIT: '1000' },
    'FILE_SIZE_LIMIT must be a whole number from 26214400 to 1099511627776, but is "1000".',
  ],
  [
    { SIGNED_UPLOAD_URL_EXPIRATION_TIME: '86400' },
    'SIGNED_UPLOAD_URL_EXPIRATION_TIME must be a whole number from 60 to 7200, but is "86400".',
  ],
  [{ TUS_URL_EXPIRY_MS: '24h' }, 'TUS_URL_EXPIRY_MS must be a whole number from 60000 to 2592000000, but is "24h".'],
  [
    { STORAGE_URL: 's3://localhost:9000/demos' },
    'STORAGE_URL must be an address like s3://key:secret@host:9000/bucket?region=eu-central-1&tls=off.',
  ],
  [
    { TRUSTED_PROXY: '127.0.0.1, proxy.local' },
    'TRUSTED_PROXY must list addresses or ranges like 127.0.0.1 or 10.0.0.0/8, but contains "proxy.local".',
  ],
  [
    { TRUSTED_PROXY: '10.0.0.0/99' },
    'TRUSTED_PROXY must list addresses or ranges like 127.0.0.1 or 10.0.0.0/8, but contains "10.0.0.0/99".',
  ],
  [
    { TRUSTED_PROXY: '1.2.3' },
    'TRUSTED_PROXY must list addresses or ranges like 127.0.0.1 or 10.0.0.0/8, but contains "1.2.3".',
  ],
  [
    { GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: 'id' },
    'GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID is set, but GOTRUE_EXTERNAL_GOOGLE_ENABLED is not true; set that too, or remove it.',
  ],
  [{ PASSWORD_BREACHED_FILE: '/tmp' }, 'PASSWORD_BREACHED_FILE names "/tmp", which is not a file.'],
  [
    { WORKSPACE_STORAGE_LIMIT: '99999999999999999' },
    'WORKSPACE_STORAGE_LIMIT must be a whole number from 0 to 1125899906842624, but is "99999999999999999".',
  ],
  [{ TRUSTED_PROXIES: '10.0.0.0/8' }, 'TRUSTED_PROXIES is not a setting; did you mean TRUSTED_PROXY?'],
  [{ TRUST_PROXY: '1' }, 'TRUST_PROXY is not a setting; did you mean TRUSTED_PROXY?'],
  [{ public_url: 'https://demos.example.com' }, 'public_url is not a setting; did you mean PUBLIC_URL?'],
  [{ DATABASE_ULR: 'postgres://localhost/x' }, 'DATABASE_ULR is not a setting; did you mean DATABASE_URL?'],
  [{ LOGLEVEL: 'debug' }, 'LOGLEVEL is not a setting; did you mean LOG_LEVEL?'],
  [{ JWT_SECRETS: 'x' }, 'JWT_SECRETS is not a setting; did you mean JWT_SECRET?'],
  [
    { HOST: '0.0.0.0', SMTP_URL: 'smtp://localhost', GOTRUE_SMTP_ADMIN_EMAIL: 'demos@example.com' },
    'PUBLIC_URL must be set where SMTP_URL is and HOST is 0.0.0.0: links in mails need an address.',
  ],
  [
    { SUPABASE_URL: 'https://project.supabase.co' },
    'SUPABASE_ANON_KEY and SUPABASE_SERVICE_ROLE_KEY must be set too: Supabase needs all of SUPABASE_URL, SUPABASE_ANON_KEY, SUPABASE_SERVICE_ROLE_KEY, or none.',
  ],
  [
    { ...supabase, DATABASE_URL: 'postgres://localhost/x' },
    'DATABASE_URL cannot be set together with SUPABASE_URL, which brings its own.',
  ],
  [
    { ...supabase, SUPABASE_SECRET_KEY: 'sb_secret_abcdefghijklmnopqrstuvwx' },
    'SUPABASE_SECRET_KEY is for a backend of our own; with SUPABASE_URL put the key into SUPABASE_SERVICE_ROLE_KEY.',
  ],
  [
    { SUPABASE_SECRET_KEY: 'sb_publishable_abcdefghijklmnopqrstuvwx' },
    'SUPABASE_SECRET_KEY must be sb_secret_ and 24 or more letters, digits, dashes and underscores.',
  ],
  [
    { SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_short' },
    'SUPABASE_PUBLISHABLE_KEY must be sb_publishable_ and 24 or more letters, digits, dashes and underscores.',
  ],
  [
    { SUPABASE_PUBLISHABLE_KEYS: 'sb_publishable_abcdefghijklmnopqrstuvwx' },
    'SUPABASE_PUBLISHABLE_KEYS must be a JSON object like {"default":"sb_publishable_…"}.',
  ],
  [
    { TTS_URL: 'https://voices.example.com' },
    'TTS_PROVIDER must be set where TTS_URL, TTS_API_KEY or TTS_COMMAND is: openai-compatible, elevenlabs, deepgram, cartesia, command.',
  ],
  [{ TTS_PROVIDER: 'elevenlabs' }, 'TTS_PROVIDER needs TTS_API_KEY, or the TTS_URL of an endpoint without keys.'],
  [{ TTS_PROVIDER: 'command' }, 'TTS_PROVIDER=command needs TTS_COMMAND, such as "espeak-ng --stdout".'],
  [{ TTS_PROVIDER: 'deepgram', TTS_API_KEY: 'k', TTS_COMMAND: 'say' }, 'TTS_COMMAND needs TTS_PROVIDER=command.'],
  [
    { TTS_PROVIDER: 'cartesia', TTS_API_KEY: 'k', TTS_URL: 'voices' },
    'TTS_URL must be an address like https://api.openai.com/v1, but is "voices".',
  ],
  [
    { TTS_PROVIDER: 'openai-compatible', TTS_API_KEY: 'k', TTS_PRICE: 'free' },
    'TTS_PRICE must be dollars per million characters such as 15, but is "free".',
  ],
  [
    { TTS_PROVIDER: 'openai-compatible', TTS_API_KEY: 'k', TTS_VOICES: 'robot=echo' },
    'TTS_VOICES must list voices like male_casual=echo, but contains "robot=echo".',
  ],
  [
    { STT_PROVIDER: 'deepgram' },
    'STT_PROVIDER and STT_MODEL need STT_API_KEY, or the STT_URL of an endpoint without keys.',
  ],
  [
    { STT_API_KEY: 'k' },
    'STT_PROVIDER must be set where STT_URL or STT_API_KEY is: one of deepgram, elevenlabs, openai-compatible.',
  ],
  [
    { STT_PROVIDER: 'acme', STT_API_KEY: 'k' },
    'STT_PROVIDER must be one of deepgram, elevenlabs, openai-compatible, but is "acme".',
  ],
  [
    { STT_PROVIDER: 'deepgram', STT_URL: 'speech.example.com' },
    'STT_URL must be an address like https://api.deepgram.com/v1, but is "speech.example.com".',
  ],
  [
    { STT_PROVIDER: 'deepgram', STT_API_KEY: 'k', STT_PRICE_PER_MINUTE: 'cheap' },
    'STT_PRICE_PER_MINUTE must be dollars per minute such as 0.0077, but is "cheap".',
  ],
  [{ LLM_URL: 'https://models.example.com' }, 'LLM_MODEL must name a model where LLM_URL or LLM_API_KEY is set.'],
  [
    { LLM_URL: 'models.example.com', LLM_MODEL: 'small' },
    'LLM_URL must be an address like https://api.openai.com/v1, but is "models.example.com".',
  ],
  [{ LLM_MODEL: 'small' }, 'LLM_MODEL needs LLM_API_KEY, or the LLM_URL of an endpoint without keys.'],
  [
    { LLM_MODEL: 'small', LLM_API_KEY: 'k', LLM_PRICE_IN: 'cheap' },
    'LLM_PRICE_IN must be dollars per million tokens such as 0.15, but is "cheap".',
  ],
  [
    { LLM_PROVIDER: 'acme' },
    'LLM_PROVIDER must be one of openai-compatible, anthropic, google, mistral, but is "acme".',
  ],
  [{ LLM_MODELL: 'small' }, 'LLM_MODELL is not a setting; did you mean LLM_MODEL?'],
])('%j is refused with a message', (environment, sentence) => {
  expect(problemsOf(environment)).toEqual([sentence])
})

test.each([
  [{ LLM_API_KEY: 'k', LLM_MODEL: 'small' }, 'https://api.openai.com/v1'],
  [{ LLM_PROVIDER: 'anthropic', LLM_API_KEY: 'k', LLM_MODEL: 'small' }, 'https://api.anthropic.com/v1'],
  [{ LLM_URL: 'http://127.0.0.1:11434/', LLM_MODEL: 'small' }, 'http://127.0.0.1:11434/v1'],
  [{ LLM_URL: 'https://x.example/openai/v1/chat/completions', LLM_MODEL: 'm' }, 'https://x.example/openai/v1'],
])('%j uses the model at %s', (environment, url) => {
  expect(load(environment).languageModel?.url).toBe(url)
})

test.each([
  [{ STT_PROVIDER: 'deepgram', STT_API_KEY: 'k' }, 'https://api.deepgram.com/v1', 'nova-3'],
  [{ STT_PROVIDER: 'elevenlabs', STT_API_KEY: 'k' }, 'https://api.elevenlabs.io/v1', 'scribe_v2_realtime'],
  [
    { STT_PROVIDER: 'openai-compatible', STT_URL: 'ws://127.0.0.1:9000/', STT_MODEL: 'm' },
    'http://127.0.0.1:9000/v1',
    'm',
  ],
  [{ STT_PROVIDER: 'deepgram', STT_URL: 'wss://x.example/v1/listen' }, 'https://x.example/v1', 'nova-3'],
])('%j hears at %s with %s', (environment, url, model) => {
  expect(load(environment).hearing).toMatchObject({ url, model })
})

test('without a model nothing is set', () => {
  expect(load().languageModel).toBeNull()
})

test('well-known environment variables are not reported as misspelled settings', () => {
  const own = `PATH HOME USER SHELL LANG TERM HOSTNAME PWD LOGNAME TMPDIR NODE_ENV NODE_OPTIONS NODE_COMPILE_CACHE
    MALLOC_ARENA_MAX http_proxy HTTPS_PROXY NO_PROXY npm_config_cache npm_package_json INVOCATION_ID JOURNAL_STREAM
    KUBERNETES_SERVICE_HOST KUBERNETES_PORT APP_PORT APP_SERVICE_PORT POSTGRES_PORT POSTGRES_PASSWORD PGHOST PGDATABASE
    PGPASSWORD S3_SECRET SECRET_KEY DATABASE REDIS_URL AWS_REGION COMPOSE_PROJECT_NAME DYNO FLY_APP_NAME RENDER
    RAILWAY_PUBLIC_DOMAIN WEBSITE_HOSTNAME K_SERVICE CI GITHUB_TOKEN SYSTEMD_EXEC_PID STATE_DIRECTORY SSH_CLIENT`
  expect(problemsOf(Object.fromEntries(own.split(/\s+/).map((name) => [name, 'x'])))).toEqual([])
  expect(problemsOf({ ...process.env, TRUSTED_PROXIES: '' })).toEqual([])
})

test('pages use the request’s origin only when PUBLIC_URL is not set', () => {
  const host = '192.168.7.9:8080'
  expect(ownOrigin(load(), host)).toBe('http://192.168.7.9:8080')
  expect(ownOrigin(load(), '[fd00::1]:3000')).toBe('http://[fd00::1]:3000')
  expect(ownOrigin(load(), 'Demo-Box.lan')).toBe('http://demo-box.lan')
  expect(ownOrigin(load({ PUBLIC_URL: 'https://demos.example.com' }), host)).toBe('https://demos.example.com')
  for (const wrong of [
    'a;script-src *',
    'a b',
    'a/b',
    'a@b',
    'a"',
    'a,b',
    '',
    'a'.repeat(300),
    'a:99999999',
    undefined,
  ])
    expect(ownOrigin(load(), wrong)).toBe('http://localhost:3000')
})

test('mails link to the listening address when others can reach it', () => {
  expect(load({ HOST: '192.168.7.9' }).publicUrl).toBe('http://192.168.7.9:3000')
  expect(load({ HOST: 'fd00::1' }).publicUrl).toBe('http://[fd00::1]:3000')
  expect(load({ HOST: '0.0.0.0' }).publicUrl).toBe('http://localhost:3000')
  expect(load({ HOST: '::' }).publicUrl).toBe('http://localhost:3000')
})

test('a proxy on this machine is trusted by default when nobody else can connect', () => {
  const own = ['127.0.0.0/8', '::1']
  const PUBLIC_URL = 'https://demos.example.com'
  expect(load({ PUBLIC_URL }).trustedProxies).toEqual(own)
  expect(load({ PUBLIC_URL, TRUSTED_PROXY: 'none' }).trustedProxies).toEqual([])
  expect(load({ PUBLIC_URL, TRUSTED_PROXY: '10.0.0.1' }).trustedProxies).toEqual(['10.0.0.1'])
  expect(load({ PUBLIC_URL, HOST: '0.0.0.0' }).trustedProxies).toEqual([])
  expect(load({ PUBLIC_URL: 'http://demos.example.com' }).trustedProxies).toEqual([])
  expect(load().trustedProxies).toEqual([])
})

test('an unusable data directory is refused at once with a message', () => {
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  const whys = {
    '/proc/nothing': '(ENOENT)',
    [file]: '(a file is in its place: ENOTDIR)',
    [join(file, 'below')]: '(a file is in its place: ENOTDIR)',
  }
  for (const [path, why] of Object.entries(whys)) {
    expect(problemsOf({ DATA_DIR: path })).toEqual([`DATA_DIR cannot be used: "${path}" cannot be made ${why}.`])
  }
})

test('a data directory on a full disk is refused, and nothing is left there', () => {
  symlinkSync('/dev/full', join(dataDir, 'understudy.trial'))
  expect(() => checkDataFolder(dataDir)).toThrow(
    `DATA_DIR cannot be used: nothing can be written to "${dataDir}" (there is no room left on its disk: ENOSPC).`,
  )
  expect(readdirSync(dataDir)).toEqual([])
  checkDataFolder(dataDir)
  load()
  expect(readdirSync(dataDir)).toEqual(['jwt-secret'])
})

test('a data directory is closed to other users of the machine', () => {
  const umask = process.umask(0o022)
  mkdirSync(join(dataDir, 'database'), { mode: 0o755 })
  closeDataFolder(dataDir)
  mkdirSync(join(dataDir, 'files'))
  for (const name of ['database', 'files']) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o750)
  process.umask(umask)
})

test('an unreadable secret is reported with a message', () => {
  // Root may read anything; a link to itself is readable by nobody.
  symlinkSync('jwt-secret', join(dataDir, 'jwt-secret'))
  expect(problemsOf({})).toEqual([`DATA_DIR cannot be used: "${join(dataDir, 'jwt-secret')}" cannot be read (ELOOP).`])
})

test('an unreadable settings file is refused', () => {
  mkdirSync(join(dataDir, '.env'))
  expect(() => readEnvironment(dataDir)).toThrow(
    `The settings in "${dataDir}/.env" cannot be read by this user (EISDIR).`,
  )
})

test('every problem is reported at once', () => {
  expect(problemsOf({ PORT: 'x', JWT_SECRET: 'x', LOG_LEVEL: 'x' })).toHaveLength(3)
})
