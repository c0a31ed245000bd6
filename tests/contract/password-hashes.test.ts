import { randomUUID } from 'node:crypto'

import { hash as hashArgon2 } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startBackend, type Backend } from '#support/backend.ts'
import { makeTrackedDemo, type TrackedDemo } from '#support/tracked-demo.ts'

/* Hashes that would take too much memory or time to verify. */

let backend: Backend
let demo: TrackedDemo

beforeAll(async () => {
  backend = await startBackend()
  demo = await makeTrackedDemo(backend)
})
afterAll(() => backend.close())

const password = 'correct horse'

describe('a password hash', () => {
  const bomb = `$argon2id$v=19$m=1048576,t=20,p=4$${'A'.repeat(22)}$${'A'.repeat(43)}`

  it('of a link comes from the server only', async () => {
    const { link } = demo
    const { error } = await demo.owner.client.rpc('set_share_link_password', {
      p_link_id: link.id,
      p_password_hash: bomb,
    })
    expect(error?.code).toBe('42501')
    const service = backend.serviceClient()
    const refused = await service.rpc('set_share_link_password', { p_link_id: link.id, p_password_hash: bomb })
    expect(refused.error?.message).toBe("A link's password is kept as a bcrypt hash with a cost of 4 to 14")
    const stored = await service.from('share_link_passwords').insert({ link_id: link.id, password_hash: bomb })
    expect(stored.error?.code).toBe('23514')
  })

  it('of an unsupported cost is treated as a wrong password at once', async () => {
    const { link } = demo
    await backend.services.database.runScript(`
      alter table public.share_link_passwords drop constraint share_link_passwords_cost;
      insert into public.share_link_passwords (link_id, password_hash) values ('${link.id}', '${bomb}');
      update public.share_links set has_password = true where id = '${link.id}';
      alter table public.share_link_passwords add constraint share_link_passwords_cost
        check (password_hash ~ '^\\$2[aby]\\$(0[4-9]|1[0-4])\\$[./A-Za-z0-9]{53}$') not valid;`)
    const before = process.memoryUsage().rss
    const began = performance.now()
    const answer = await backend.app.request(`/demo/${link.token}/play`, {
      method: 'POST',
      body: new URLSearchParams({ password: 'x' }),
    })
    expect(answer.status).toBe(403)
    expect(performance.now() - began).toBeLessThan(5_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
  })

  it.each([
    ['an argon2 that takes a gigabyte', bomb],
    ['an argon2 of many passes', `$argon2id$v=19$m=131072,t=9,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`],
    ['a bcrypt of sixteen', `$2b$16$${'a'.repeat(53)}`],
    ['a scrypt that takes half a gigabyte', '$fbscrypt$v=1,n=18,r=16,p=1,ss=Bw==,sk=YWFhYQ==$c2FsdA==$aGFzaA=='],
  ])('of an account is refused when it is %s', async (_, password_hash) => {
    const { error } = await backend.serviceClient().auth.admin.createUser({
      email: `${randomUUID()}@example.com`,
      password_hash,
      email_confirm: true,
    })
    expect(error?.message).toBe(
      'The password hash is of a kind that cannot be verified here, or takes too much to verify',
    )
  })

  it('with library defaults still admits its owner', async () => {
    const email = `${randomUUID()}@example.com`
    const password_hash = await hashArgon2(password, { memoryCost: 65_536, timeCost: 3, parallelism: 4 })
    await backend.serviceClient().auth.admin.createUser({ email, password_hash, email_confirm: true })
    expect((await backend.anonClient().auth.signInWithPassword({ email, password })).error).toBeNull()
  })
})
