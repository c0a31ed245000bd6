import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Database } from '#backend/database/database.ts'
import { migrate } from '#backend/database/migrate.ts'
import { tableName } from '#server/transfer/archive-format.ts'
import { exclusionReason } from '#server/transfer/data-tables.ts'
import { openTestDatabase } from '#support/test-database.ts'

/** Tables in exports, imports, backups and restores. Excluded ones are in data-tables.ts, with a reason. */
const archivedTables = {
  auth: `audit_log_entries flow_state identities link_tokens mfa_amr_claims mfa_challenges mfa_factors
    mfa_recovery_codes mfa_used_steps one_time_tokens outgoing_messages pending_resets provider_flows rate_limits refresh_tokens saml_providers
    saml_relay_states saml_used_assertions sessions sso_domains sso_providers users`,
  public: `agent_demos agent_tests agent_versions agents answered_questions audit_log availability calendar_connections
    calendar_secrets captures chatbot_settings conversation_turns conversations demo_steps demos feedback file_removals
    glossary_terms handovers item_embeddings knowledge_pairs knowledge_passages knowledge_sources
    lead_notices leads meetings member_availability model_notices model_usage
    onboarding_data picture_edits price_plans provider_keys provider_settings removed_steps removed_workspaces retired_ids
    retired_pictures set_aside_memberships share_link_passes share_link_passwords share_links snapshot_edits snapshot_files snapshots
    speech_clips step_audio step_cards step_questions talk_recordings talk_sounds users visits
    webhook_secrets webhooks
    workspace_invitations workspace_keys workspace_members workspaces`,
  storage: 'buckets objects unused_objects',
  tracking: `daily_cards daily_clicks daily_parts daily_reasons daily_steps daily_totals daily_visits day_secrets events inbox
    own_browsers progress seen_events`,
}

describe('the migrations', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  async function rows(text: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const [result] = await database.transaction('system', [{ text }])
    return result?.rows ?? []
  }

  it('are recorded where the Supabase CLI looks for them', async () => {
    const versions = await rows('select version, name from supabase_migrations.schema_migrations order by version')
    expect(versions).toContainEqual({ version: '20261122000400', name: 'demos' })
  })

  it('change nothing when they run again', async () => {
    const structure = `select c.oid::text, c.relname, a.attname, a.atttypid::text from pg_class c
      join pg_attribute a on a.attrelid = c.oid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'auth', 'storage') order by 1, a.attnum`
    const before = await rows(structure)
    await migrate(database)
    expect(await rows(structure)).toEqual(before)
  })

  it('distinguish form input of earlier conversations from questions', async () => {
    const [demo, talk] = [randomUUID(), randomUUID()]
    await rows(`with w as (insert into public.workspaces (name) values ('Earlier') returning id),
      d as (insert into public.demos (id, name, workspace_id) select '${demo}', 'Earlier', id from w returning id, workspace_id),
      c as (insert into public.conversations (id, workspace_id, demo_id, mode, consent_at)
        select '${talk}', workspace_id, id, 'text', now() from d returning id, workspace_id)
      insert into public.conversation_turns (workspace_id, conversation_id, number, speaker, text, source, outcome)
      select c.workspace_id, c.id, t.* from c, (values
        (1, 'visitor', 'How much is it?', 'button', null), (2, 'agent', 'When suits you?', 'agent', 'booking'),
        (3, 'visitor', 'Fri, Nov 27, 1:30 PM', 'button', null), (4, 'agent', 'Your address?', 'agent', 'booking'),
        (5, 'visitor', 'dana@acme.example', 'typed', null), (6, 'agent', 'Booked.', 'agent', 'booked'),
        (7, 'visitor', 'Can I write to dana@acme.example?', 'typed', null)) as t`)
    await rows(readFileSync('supabase/migrations/20261122003020_form_turns.sql', 'utf8'))
    const kept = await rows(`select number from public.conversation_turns
      where conversation_id = '${talk}' and speaker = 'visitor' and outcome is null order by number`)
    expect(kept.map(({ number }) => number)).toEqual([1, 7])
  })

  it('are refused with a message by a program older than the database', async () => {
    await rows("insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'later')")
    await rows(
      "insert into supabase_migrations.schema_migrations (version, name, statements) values ('29990102000000', 'own', '{select 1}')",
    )
    await expect(migrate(database)).rejects.toThrow(
      'This database was used by a newer version of Understudy (migration 29990101000000).',
    )
    await rows("delete from supabase_migrations.schema_migrations where version like '2999%'")
    await migrate(database)
  })

  it('refuse a database of an unreleased version', async () => {
    await rows(
      "insert into supabase_migrations.schema_migrations (version, name) values ('20261121000100', 'workspaces')",
    )
    await expect(migrate(database)).rejects.toThrow(
      'This database was made by an unreleased version of Understudy (migration 20261121000100)',
    )
    await rows("delete from supabase_migrations.schema_migrations where version = '20261121000100'")
    await migrate(database)
  })

  it('leave the embedded backend’s files repeatable', async () => {
    await rows("update supabase_migrations.schema_migrations set name = 'old' where version like 'embedded/%'")
    await migrate(database)
    const stale = await rows("select version from supabase_migrations.schema_migrations where name = 'old'")
    expect(stale).toEqual([])
  })

  it('create no table without a decision whether archives include it', async () => {
    const tables = await rows(`select n.nspname as schema, c.relname as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' order by 1, 2`)
    const known = tables.map(({ schema, name }) => ({ schema: String(schema), name: String(name) }))
    const taken = known.filter((table) => exclusionReason(table) === null)
    expect(taken.map(tableName)).toEqual(
      Object.entries(archivedTables).flatMap(([schema, names]) =>
        names.split(/\s+/).map((name) => `${schema}.${name}`),
      ),
    )
  })

  it('name the failing file, and roll it back', async () => {
    await expect(database.runScript('create table public.half (id int); select no_such_column')).rejects.toMatchObject({
      sqlstate: '42703',
    })
    expect(await rows("select to_regclass('public.half')::text as half")).toEqual([{ half: null }])
  })
})
