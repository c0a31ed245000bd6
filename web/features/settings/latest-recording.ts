import { queryOptions } from '@tanstack/react-query'

import { snapshotsPath } from '#protocol/snapshots.ts'

import { ask } from '../../lib/call-backend.ts'
import { textsOf, type TriedStep } from './try-rule.ts'

/** The newest recording's steps, with the texts of their pages; none before the first one. */
export function latestRecordingQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['latest recording', workspaceId],
    queryFn: ({ signal }) => loadLatestRecording(workspaceId, signal),
    staleTime: 60_000,
    gcTime: 60_000,
  })
}

const stepsMax = 20
const textsMax = 3_000
const pageMs = 10_000

interface StepRow {
  readonly screenshot_url: string
  readonly order: number
  readonly title: string | null
  readonly captures: { readonly url: string; readonly title: string | null; readonly target_name: string | null }
}

interface SnapshotRow {
  readonly id: string
  readonly picture: string
}

async function loadLatestRecording(workspaceId: string, signal: AbortSignal): Promise<readonly TriedStep[]> {
  const [newest] = await ask('sessionsFailed', (client) =>
    client
      .from('captures')
      .select('session_id')
      .eq('workspace_id', workspaceId)
      .order('timestamp', { ascending: false })
      .limit(1)
      .overrideTypes<{ session_id: string }[], { merge: false }>(),
  )
  if (newest === undefined) return []
  const rows = await ask('sessionsFailed', (client) =>
    client
      .from('demo_steps')
      .select('screenshot_url, order, title, captures!inner(session_id, url, title, target_name)')
      .eq('captures.session_id', newest.session_id)
      .order('order')
      .limit(stepsMax)
      .overrideTypes<StepRow[], { merge: false }>(),
  )
  const pages = await ask('sessionsFailed', (client) =>
    client
      .from('snapshots')
      .select('id, picture')
      .eq('workspace_id', workspaceId)
      .in(
        'picture',
        rows.map(({ screenshot_url: picture }) => picture),
      )
      .overrideTypes<SnapshotRow[], { merge: false }>(),
  )
  const ids = new Map(pages.map(({ id, picture }) => [picture, id]))
  return Promise.all(rows.map((row) => toTriedStep(row, ids.get(row.screenshot_url), signal)))
}

async function toTriedStep(row: StepRow, snapshotId: string | undefined, signal: AbortSignal): Promise<TriedStep> {
  const { url, title, target_name: name } = row.captures
  const known = [title, name, row.title].filter((text) => text !== null)
  const page = snapshotId === undefined ? null : await loadPage(snapshotId, signal)
  const roots = page === null ? [] : rootsOf(page)
  const texts = roots.flatMap((root) => textsOf(root, textsMax))
  return {
    order: row.order,
    hostname: URL.canParse(url) ? new URL(url).hostname : '',
    texts: texts.length === 0 ? known : texts,
    roots,
  }
}

/** Only parsed, so that nothing in it loads or runs. */
async function loadPage(id: string, signal: AbortSignal): Promise<Document | null> {
  try {
    const answer = await fetch(`${snapshotsPath}/${id}/page`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(pageMs)]),
    })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  } catch {
    return null
  }
}

/** The page and its shadow roots, which are templates in it. */
function rootsOf(root: Document | DocumentFragment): readonly (Document | DocumentFragment)[] {
  const inner = [...root.querySelectorAll('template')].flatMap(({ content }) => rootsOf(content))
  return [root, ...inner]
}
