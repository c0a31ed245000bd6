import { queryOptions } from '@tanstack/react-query'

import { ask } from './call-backend.ts'

/** What was clicked for a step, as the recorder read it. */
export interface RecordedClick {
  readonly url: string
  readonly pageTitle: string
  readonly role: string
  readonly name: string
}

/** By capture. Steps made of images have none. */
export function recordedClicksQuery(demoId: string) {
  return queryOptions({ queryKey: ['demo', demoId, 'clicks'], queryFn: () => loadRecordedClicks(demoId) })
}

async function loadRecordedClicks(demoId: string): Promise<ReadonlyMap<string, RecordedClick>> {
  const steps = await ask('demoStepsFailed', (client) =>
    client
      .from('demo_steps')
      .select('capture_id,captures!inner(url,title,target_role,target_name)')
      .eq('demo_id', demoId)
      .overrideTypes<ClickRow[], { merge: false }>(),
  )
  return new Map(
    steps.map(({ capture_id: id, captures: { url, title, target_role: role, target_name: name } }) => [
      id,
      { url, pageTitle: title ?? '', role: role ?? '', name: name ?? '' },
    ]),
  )
}

interface ClickRow {
  readonly capture_id: string
  readonly captures: {
    readonly url: string
    readonly title: string | null
    readonly target_role: string | null
    readonly target_name: string | null
  }
}
