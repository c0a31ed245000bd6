import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { hash as hashArgon2 } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readHashKinds } from '#backend/auth/accounts/password-work.ts'
import { startBackend, type Backend } from '#support/backend.ts'
import { lastMessageTo } from '#support/outbox.ts'

/* Accounts migrate by their tables alone: a dump of one side signs in on the other. */

let backend: Backend

beforeAll(async () => {
  backend = await startBackend({
    env: {
      GOTRUE_RATE_LIMIT_EMAIL_SENT: '1000',
      GOTRUE_EXTERNAL_PHONE_ENABLED: 'true',
      GOTRUE_SMS_AUTOCONFIRM: 'true',
    },
  })
  await backend.services.database.runScript(
    readFileSync(join(import.meta.dirname, '../support/supabase-auth-tables.sql'), 'utf8'),
  )
})

afterAll(() => backend.close())

const password = 'correct horse'
/** Parents first, as a restore needs them. */
const tables = [
  'users',
  'identities',
  'sessions',
  'refresh_tokens',
  'mfa_amr_claims',
  'one_time_tokens',
  'flow_state',
  'audit_log_entries',
]

async function rows(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const [result] = await backend.services.database.transaction('system', [{ text }])
  return result?.rows ?? []
}

/** The stored columns both sides have: what pg_dump --data-only writes. */
async function columnsOf(table: string): Promise<string> {
  const found = await rows(`
    select string_agg(quote_ident(a.column_name), ', ' order by a.ordinal_position) as names
    from information_schema.columns a
    join information_schema.columns b on b.table_schema = 'auth' and b.table_name = a.table_name
      and b.column_name = a.column_name
    where a.table_schema = 'supabase' and a.table_name = '${table}' and a.is_generated = 'NEVER'
      and b.is_generated = 'NEVER'`)
  return String(found[0]?.['names'])
}

describe('to Supabase', () => {
  test('every column of ours has a counterpart, and every account arrives', async () => {
    const byMail = await backend.signUp('leaving@example.com')
    await backend.anonClient().auth.signUp({ phone: '4915112345678', password })
    await backend.anonClient().auth.resetPasswordForEmail('leaving@example.com')
    for (const table of tables) {
      const lost = await rows(`
        select column_name from information_schema.columns where table_schema = 'auth' and table_name = '${table}'
        except select column_name from information_schema.columns
        where table_schema = 'supabase' and table_name = '${table}'`)
      expect(lost, table).toEqual([])
      const columns = await columnsOf(table)
      await rows(`insert into supabase.${table} (${columns})
        select ${columns.replaceAll(/\b(aal|code_challenge_method|token_type)\b/g, '$1::text::supabase.$1')} from auth.${table}`)
      const counted = await rows(
        `select (select count(*) from auth.${table}) = (select count(*) from supabase.${table}) as all`,
      )
      expect(counted, table).toEqual([{ all: true }])
    }
    const [account] =
      await rows(`select encrypted_password, confirmed_at is not null as is_confirmed, aud, role, is_sso_user
      from supabase.users where id = '${byMail.user.id}'`)
    expect(account).toMatchObject({
      // As Supabase Auth writes it: bcrypt of cost 10.
      encrypted_password: expect.stringMatching(/^\$2[aby]\$10\$/) as string,
      is_confirmed: true,
      aud: 'authenticated',
      role: 'authenticated',
      is_sso_user: false,
    })
  })

  test('and back, with passwords, sessions and pending links', async () => {
    const { code } = await lastMessageTo(backend, 'leaving@example.com')
    const [session] = await rows(`
      select t.token from supabase.refresh_tokens t join supabase.users u on u.id::text = t.user_id
      where u.email = 'leaving@example.com' and not t.revoked`)
    await rows('delete from auth.users')
    expect(
      (await backend.anonClient().auth.signInWithPassword({ email: 'leaving@example.com', password })).error,
    ).toMatchObject({ code: 'invalid_credentials' })
    for (const table of tables.filter((each) => each !== 'audit_log_entries' && each !== 'flow_state')) {
      const columns = await columnsOf(table)
      await rows(`insert into auth.${table} (${columns})
        select ${columns.replaceAll(/\b(aal|token_type)\b/g, (name) => `${name}::text::auth.${name === 'aal' ? 'aal_level' : 'one_time_token_type'}`)}
        from supabase.${table}`)
    }
    const refreshed = await backend.anonClient().auth.refreshSession({ refresh_token: String(session?.['token']) })
    expect(refreshed.error).toBeNull()
    const byMail = await backend.anonClient().auth.signInWithPassword({ email: 'leaving@example.com', password })
    expect(byMail.error).toBeNull()
    const byPhone = await backend.anonClient().auth.signInWithPassword({ phone: '4915112345678', password })
    expect(byPhone.error).toBeNull()
    const byCode = await backend
      .anonClient()
      .auth.verifyOtp({ email: 'leaving@example.com', token: code, type: 'recovery' })
    expect(byCode.error).toBeNull()
  })
})

describe('from Supabase', () => {
  test.each([
    // bcrypt as pgcrypto and Supabase Auth write it: $2a$.
    ['bcrypt', async () => '$2a$' + (await bcrypt()).slice(4)],
    ['argon2id', () => hashArgon2(password, { memoryCost: 4096, timeCost: 2 })],
  ])('an account of %s signs in, although most of its columns are empty', async (kind, stored) => {
    const email = `${kind}@example.com`
    await backend.services.database.transaction('system', [
      {
        text: `insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at,
                 confirmation_token, recovery_token, email_change_token_new, email_change, raw_app_meta_data,
                 raw_user_meta_data, created_at, updated_at, phone, phone_change, phone_change_token,
                 email_change_token_current, email_change_confirm_status, reauthentication_token)
               values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', $1, $2,
                 now(), null, null, null, null, null, null, null, null, null, null, null, null, null, null)`,
        values: [email, await stored()],
      },
    ])
    const client = backend.anonClient()
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, app_metadata: {}, identities: [] })
    expect((await client.auth.updateUser({ data: { moved: true } })).data.user?.user_metadata).toMatchObject({
      moved: true,
    })
    expect((await client.auth.updateUser({ password: 'battery staple' })).error).toBeNull()
    const again = await backend.anonClient().auth.signInWithPassword({ email, password: 'battery staple' })
    expect(again.error).toBeNull()
  })
})

test('verification cost is known for every imported kind of hash', async () => {
  const hashes = [
    await bcrypt(),
    `$2y$12$${'.'.repeat(53)}`,
    await hashArgon2(password, { memoryCost: 4096, timeCost: 3 }),
    await hashArgon2('another', { memoryCost: 4096, timeCost: 3 }),
    '$fbscrypt$v=1,n=4,r=8,p=1,ss=Bw==,sk=YWFhYQ==$c2FsdA==$aGFzaA==',
    'md5 of somebody',
  ]
  await backend.services.database.transaction(
    'system',
    hashes.map((hash) => ({
      text: 'insert into auth.users (id, encrypted_password) values (gen_random_uuid(), $1)',
      values: [hash],
    })),
  )
  const kinds = await readHashKinds(backend.backendServices)
  expect(kinds).toEqual(
    expect.arrayContaining(['$argon2id$v=19$m=4096,t=3,p=1', '$2b$12', '$fbscrypt$v=1,n=4,r=8,p=1']),
  )
  expect(kinds).not.toContain('$2b$10')
})

async function bcrypt(): Promise<string> {
  const { hash } = await import('@node-rs/bcrypt')
  return hash(password, { cost: 10 })
}
