import { queryOptions } from '@tanstack/react-query'

import type { Card } from '#domain/card.ts'
import type { StoredVersion } from '#domain/demo.ts'
import { toCard, toCardRow, type StepCardRow } from '#protocol/card-rows.ts'
import { toStored } from '#protocol/rows.ts'

import { ask, mustMatch } from './call-backend.ts'

/* The data calls about cards. Each throws a BackendError. */

/** Below the demo's own key, so that reloading the demo reloads its cards. */
export function cardsQuery(demoId: string) {
  return queryOptions({ queryKey: ['demo', demoId, 'cards'], queryFn: () => loadCards(demoId) })
}

export type StoredCard = Card & { readonly stored?: StoredVersion }

/** Without cards of types that only a newer version knows; saving the demo leaves those alone. */
export async function loadCards(demoId: string): Promise<readonly StoredCard[]> {
  const rows: readonly StepCardRow[] = await ask('demoFailed', (client) =>
    client.rpc('get_demo_cards', { p_demo_id: demoId }),
  )
  return rows.flatMap((row) => {
    const card = toCard(row)
    const stored = toStored(row)
    return card === null ? [] : stored === undefined ? card : { ...card, stored }
  })
}

/**
 * Creates or overwrites the card; idempotent. With a version, refuses to overwrite a later one, as a conflict. Returns its
 * version.
 */
export async function saveCard(card: Card, version?: number): Promise<number | undefined> {
  const rows: readonly { readonly version: number }[] = await ask('demoSaveFailed', async (client) => {
    const cards = client.from('step_cards')
    if (version === undefined) return cards.upsert(toCardRow(card), { onConflict: 'id' }).select('version')
    return mustMatch(await cards.update(toCardRow(card)).eq('id', card.id).eq('version', version).select('version'))
  })
  return rows[0]?.version
}

export async function removeCard(id: string, version?: number): Promise<void> {
  await ask('demoSaveFailed', async (client) => {
    const removal = client.from('step_cards').delete().eq('id', id)
    return version === undefined ? removal : mustMatch(await removal.eq('version', version).select('id'))
  })
}
