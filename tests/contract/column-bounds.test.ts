import { afterAll, beforeAll, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'

/* An unbounded text or JSON column lets its writers fill the disk and everybody's memory. */

let backend: Backend

beforeAll(async () => {
  backend = await startBackend()
})
afterAll(() => backend.close())

it('every text and JSON column that authors or strangers can write is bounded', async () => {
  const [found] = await backend.services.database.transaction('system', [
    {
      text: `
        select c.relname || '.' || a.attname as name
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
          and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype, 'text[]'::regtype)
          and exists (
            select from unnest(array['anon', 'authenticated']) role, unnest(array['insert', 'update']) verb
            where has_column_privilege(role, c.oid, a.attnum, verb)
          )
          and not exists (
            select from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey @> array[a.attnum]
              and pg_get_constraintdef(k.oid) ~ '(length\\([^<>]*<=|= ANY|<@ ARRAY.*cardinality\\([^<>]*<=|is_email_address|\\{\\d+\\}\\$)'
          )
          and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.conkey @> array[a.attnum])
        order by 1`,
    },
  ])
  expect(found?.rows.map(({ name }) => name)).toEqual([])
})
