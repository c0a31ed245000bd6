import { expect, test } from 'vitest'

import { createSettingsReader } from '#backend/settings/settings-reader.ts'

import { defaultRestConfig, parseRestConfig } from './rest-config.ts'

function parse(environment: Readonly<Record<string, string>>) {
  const reader = createSettingsReader(environment)
  return { config: parseRestConfig(reader, environment), problems: reader.problems }
}

test('defaults match hosted Supabase', () => {
  expect(parse({})).toEqual({ config: defaultRestConfig, problems: [] })
})

test("PostgREST's names are understood", () => {
  const { config, problems } = parse({
    PGRST_DB_SCHEMAS: 'shop, public',
    PGRST_DB_EXTRA_SEARCH_PATH: 'a,b',
    PGRST_DB_ANON_ROLE: 'none',
    PGRST_DB_MAX_ROWS: 'none',
    PGRST_DB_MAX_EMBED_DEPTH: '9',
    PGRST_DB_MAX_EMBEDS: '90',
    PGRST_DB_MAX_ANSWER_BYTES: 'none',
    PGRST_DB_ANON_MAX_EMBED_DEPTH: '1',
    PGRST_DB_ANON_MAX_EMBEDS: '2',
    PGRST_DB_ANON_MAX_ANSWER_BYTES: '5000',
    PGRST_DB_PRE_REQUEST: 'shop.check',
    PGRST_DB_TX_END: 'rollback-allow-override',
    PGRST_DB_AGGREGATES_ENABLED: 'true',
    PGRST_DB_PLAN_ENABLED: 'true',
    PGRST_DB_HOISTED_TX_SETTINGS: 'work_mem',
    PGRST_DB_CONFIG: 'false',
    PGRST_OPENAPI_MODE: 'disabled',
    PGRST_APP_SETTINGS_COLOUR: 'green',
    PGRST_JWT_SECRET: 'read elsewhere',
  })
  expect(problems).toEqual([])
  expect(config).toEqual({
    schemas: ['shop', 'public'],
    extraSearchPath: ['a', 'b'],
    isAnonymousAllowed: false,
    maxRows: null,
    limits: {
      anon: { embedDepth: 1, embeds: 2, answerBytes: 5000 },
      signedIn: { embedDepth: 9, embeds: 90, answerBytes: null },
    },
    preRequest: 'shop.check',
    transactionEnd: { isRollback: true, isOverridable: true },
    hasAggregates: true,
    hasPlans: true,
    hoistedSettings: ['work_mem'],
    isDatabaseRead: false,
    appSettings: new Map([['colour', 'green']]),
    hasOpenApi: false,
  })
})

test.each([
  ['PGRST_DB_SCHEMAS', 'public,auth', /must not expose "auth"/],
  ['PGRST_DB_SCHEMAS', 'shop', /must hold public/],
  ['PGRST_DB_ANON_ROLE', 'postgres', /must be anon, or none/],
  ['PGRST_DB_PRE_REQUEST', 'drop table x', /must be the name of a function/],
  ['PGRST_DB_MAX_ROWS', '0', /whole number from 1/],
  ['PGRST_DB_MAX_ANSWER_BYTES', '10', /whole number from 1000/],
  ['PGRST_DB_ANON_MAX_EMBED_DEPTH', 'deep', /whole number from 0/],
  ['PGRST_DB_TX_END', 'maybe', /must be one of commit/],
  ['PGRST_DB_CONFIG', 'perhaps', /must be true or false/],
  ['PGRST_DB_PLAN_ENABLED', 'perhaps', /must be true or false/],
  ['PGRST_SERVER_PORT', '3000', /nothing here reads it/],
])('%s=%s is refused in a sentence', (name, value, sentence) => {
  expect(parse({ [name]: value }).problems).toEqual([expect.stringMatching(sentence)])
})
