import { queryOptions } from '@tanstack/react-query'

import type { Card } from '#domain/card.ts'
import { toCard, toCardRow, type StepCardRow } from '#protocol/card-rows.ts'

import { ask } from './call-backend.ts'

/* The data calls about cards. Each throws a BackendError. */

/** Below the demo's own key, so that reloading the demo reloads its cards. */
export function cardsQuery(demoId: string) {
  return queryOptions({ queryKey: ['demo', demoId, 'cards'], queryFn: () => loadCards(demoId) })
}

/** Without cards of types that only a newer version knows; saving the demo leaves those alone. */
export async function loadCards(demoId: string): Promise<readonly Card[]> {
  const rows: readonly StepCardRow[] = await ask('demoFailed', (client) =>
    client.rpc('get_demo_cards', { p_demo_id: demoId }),
  )
  return rows.flatMap((row) => toCard(row) ?? [])
}

/** Creates or overwrites the card; idempotent. */
export async function saveCard(card: Card): Promise<void> {
  await ask('demoSaveFailed', (client) => client.from('step_cards').upsert(toCardRow(card), { onConflict: 'id' }))
}

export async function removeCard(id: string): Promise<void> {
  await ask('demoSaveFailed', (client) => client.from('step_cards').delete().eq('id', id))
}
