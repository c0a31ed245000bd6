import type { Database } from '#backend/database/database.ts'

import { measureNames, rowsOf, visitsFromEvents, type OracleVisit, type Row } from './visits-from-events.ts'

/* The daily totals recomputed from the raw events alone, to compare with roll_up_tracking. */

/** All totals as sorted lines; equal lines mean equal totals. */
export async function totalsFromEvents(database: Database): Promise<readonly string[]> {
  const { events, visits } = await visitsFromEvents(database)
  const sums = new Map<string, number>()
  const add = (name: string, key: readonly unknown[], value: number) => {
    const line = `${name} ${key.map((part) => part ?? '-').join('|')}`
    sums.set(line, (sums.get(line) ?? 0) + value)
  }
  const addParts = (name: string, visit: OracleVisit, value: number) => {
    const { workspaceId, day, traffic, source, device, link, version, demoId } = visit
    for (const [part, of] of Object.entries({ all: '', source, device, link, demo: demoId ?? '', version })) {
      // A demo has its own visitors; any other scope has the workspace's.
      const isOther = part === 'demo' ? name === 'workspace_uniques' : name === 'uniques'
      if (!isOther) add(`part ${name.replace('workspace_', '')}`, [workspaceId, day, part, of, traffic], value)
    }
  }
  /** Once with source and device, once without, and once for each scope of the workspace's visits. */
  const addAll = (name: string, visit: OracleVisit, value: number) => {
    const { workspaceId, day, demoId, version, link, source, device, traffic } = visit
    add(name, [workspaceId, day, demoId, version, link, source, device, traffic], value)
    add(`total ${name}`, [workspaceId, day, demoId, version, link, traffic], value)
    addParts(name, visit, value)
  }

  for (const visit of visits) {
    const { workspaceId, day, demoId, version, link, traffic } = visit
    for (const name of measureNames) addAll(name, visit, visit.measures[name])
    addAll('uniques', visit, visit.isFirstOfDemo ? 1 : 0)
    addAll('workspace_uniques', visit, visit.isFirstOfWorkspace ? 1 : 0)
    if (traffic !== 'human') add('reason', [workspaceId, day, demoId, traffic, visit.reason], 1)
    if (demoId === null) continue
    const place = [workspaceId, demoId, day, version, link, traffic]
    addParts('demo_visits', visit, 1)
    for (const [step, { views, seconds }] of visit.steps) {
      add('step reached', [...place, step], views > 0 ? 1 : 0)
      add('step views', [...place, step], views)
      add('step seconds', [...place, step], seconds)
      add('step exits', [...place, step], visit.exit === step ? 1 : 0)
    }
    for (const [card, isFollowed] of visit.cards) {
      add('card shown', [...place, card], 1)
      add('card followed', [...place, card], isFollowed ? 1 : 0)
    }
  }
  for (const event of events) {
    const cell = cellOf(event)
    if (cell === null) continue
    const place = ['workspace_id', 'demo_id', 'day', 'demo_version', 'link', 'traffic'].map((name) => event[name])
    add('cell', [...place, event['step_id'], ...cell], 1)
  }
  return [...sums].flatMap(([line, value]) => (value === 0 ? [] : `${line} = ${value}`)).sort()
}

/** Where on a step's image an event clicked, on a grid of 50 by 50; null if it didn't. */
export function cellOf({ event_type, step_id: step, image_x: x, image_y: y }: Row): readonly [number, number] | null {
  if (event_type !== 'click' || step === null || x === null) return null
  return [Math.min(49, Math.floor(Number(x) / 2)), Math.min(49, Math.floor(Number(y) / 2))]
}

/** The stored totals, in the same form. */
export async function totalsAsKept(database: Database): Promise<readonly string[]> {
  const lines: string[] = []
  const add = (rows: readonly Row[], keys: readonly string[], names: Readonly<Record<string, string>>) => {
    for (const row of rows) {
      for (const [name, column] of Object.entries(names)) {
        if (Number(row[column]) === 0) continue
        lines.push(`${name} ${keys.map((key) => row[key] ?? '-').join('|')} = ${Number(row[column])}`)
      }
    }
  }
  const place = ['workspace_id', 'demo_id', 'day', 'demo_version', 'link', 'traffic']
  add(
    await rowsOf(database, 'select * from tracking.daily_visits'),
    ['workspace_id', 'day', 'demo_id', 'demo_version', 'link', 'source', 'device', 'traffic'],
    Object.fromEntries([...measureNames, ...uniqueNames].map((name) => [name, name])),
  )
  add(
    await rowsOf(database, 'select * from tracking.daily_totals'),
    ['workspace_id', 'day', 'demo_id', 'demo_version', 'link', 'traffic'],
    Object.fromEntries([...measureNames, ...uniqueNames].map((name) => [`total ${name}`, name])),
  )
  add(
    await rowsOf(database, 'select * from tracking.daily_parts'),
    ['workspace_id', 'day', 'part', 'key', 'traffic'],
    Object.fromEntries([...measureNames, 'uniques', 'demo_visits'].map((name) => [`part ${name}`, name])),
  )
  add(
    await rowsOf(database, 'select * from tracking.daily_reasons'),
    ['workspace_id', 'day', 'demo_id', 'traffic', 'reason'],
    { reason: 'visits' },
  )
  add(await rowsOf(database, 'select * from tracking.daily_steps'), [...place, 'step_id'], {
    'step reached': 'reached',
    'step views': 'views',
    'step seconds': 'seconds',
    'step exits': 'exits',
  })
  add(await rowsOf(database, 'select * from tracking.daily_cards'), [...place, 'card_id'], {
    'card shown': 'shown',
    'card followed': 'followed',
  })
  add(await rowsOf(database, 'select * from tracking.daily_clicks'), [...place, 'step_id', 'cell_x', 'cell_y'], {
    cell: 'clicks',
  })
  return lines.sort()
}

const uniqueNames = ['uniques', 'workspace_uniques'] as const
