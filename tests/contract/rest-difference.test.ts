import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { Client } from 'pg'

import { openRestProof, type Judgement, type RestProof } from '../rest-difference/open-rest-proof.ts'
import { postgrestMissing } from '../rest-difference/start-postgrest.ts'

const requests = 300
const seed = 20_261_121

/* A short run of "npm run prove -- rest", which compares any number of requests. */
describe.runIf(process.env['TEST_DATABASE'] === 'postgres')('rest/v1 beside the real PostgREST', () => {
  let proof: RestProof

  beforeAll(async () => {
    const source = inject('testDatabase')
    if (postgrestMissing !== null || source.kind !== 'postgres') return
    const admin = new Client({ connectionString: source.adminUrl })
    await admin.connect()
    await admin.query(`create database rest_difference template ${source.templateName}`)
    await admin.end()
    const url = new URL(source.adminUrl)
    url.pathname = '/rest_difference'
    proof = await openRestProof(url.href)
  })

  afterAll(() => proof?.close())

  it(`answers ${requests} random requests alike`, async (context) => {
    if (postgrestMissing !== null) context.skip(postgrestMissing)
    const judgements: Judgement[] = []
    for (let index = 0; index < requests; index += 1) judgements.push(await proof.judge(seed, index))
    expect(judgements.filter(({ verdict }) => verdict.type === 'different')).toEqual([])
    expect(judgements.filter(({ ours }) => ours.status < 300).length).toBeGreaterThan(requests / 3)
  })
})
