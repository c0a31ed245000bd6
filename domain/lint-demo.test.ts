import { describe, expect, test } from 'vitest'

import { defaultFormat, newCard, type Card } from './card.ts'
import { plainDemoLook } from './demo-look.ts'
import { demoPaths, unreachableSteps } from './demo-paths.ts'
import type { Demo, Step } from './demo.ts'
import { lintDemo, type LintFinding } from './lint-demo.ts'
import { plainStepLook } from './step-look.ts'
import { scriptStamp } from './step-narration.ts'

function step(id: string, order: number, rest: Partial<Step> = {}): Step {
  return {
    id,
    demoId: 'demo',
    order,
    title: `Step ${id}`,
    description: null,
    screenshotUrl: `${id}.png`,
    alt: `What ${id} shows`,
    width: 100,
    height: 80,
    captureId: null,
    hotspot: null,
    look: plainStepLook,
    targetStepId: null,
    ...rest,
  }
}

const ending = { ...plainDemoLook.ending, kind: 'replay' } as const

function demo(steps: readonly Step[], rest: Partial<Demo> = {}): Demo {
  const at = '2026-01-01T00:00:00Z'
  const look = { ...plainDemoLook, ending }
  return {
    id: 'demo',
    name: 'Tour',
    description: null,
    status: 'active',
    isSample: false,
    createdAt: at,
    updatedAt: at,
    look,
    steps,
    ...rest,
  }
}

function card(type: Card['type'], rest: Partial<Card> = {}): Card {
  const shown = { widthPx: 1000, heightPx: 625 }
  return { ...newCard({ id: 'card', stepId: 'a', type, position: 1, shown }), format: defaultFormat, ...rest }
}

const titles = (findings: readonly LintFinding[]) => findings.map(({ where, title }) => `${where}: ${title}`)

test('reports nothing on a finished demo', () => {
  const finished = card('lead', { title: 'Talk to us', description: '', gate: 'required' })
  expect(lintDemo(demo([step('a', 1), step('b', 2)]), [finished])).toEqual([])
})

test('asks an empty demo for a name, then for steps', () => {
  expect(titles(lintDemo(demo([], { name: ' ' }), []))).toEqual(['Demo: No demo name', 'Demo: No steps yet'])
})

test('fills a missing image description from the title, and a title from a short description', () => {
  const findings = lintDemo(demo([step('a', 1, { alt: ' ' }), step('b', 2, { title: null })]), [])
  expect(findings.map(({ title, fix }) => ({ title, fix }))).toEqual([
    { title: 'No alt text', fix: { type: 'step', id: 'a', patch: { alt: 'Step a' } } },
    { title: 'No title', fix: { type: 'step', id: 'b', patch: { title: 'What b shows' } } },
  ])
})

test('advises naming a demo that still has its default name', () => {
  const findings = lintDemo(demo([step('a', 1)], { name: 'Untitled demo' }), [])
  expect(findings.map(({ where, title, place }) => ({ where, title, place }))).toEqual([
    { where: 'Demo', title: 'No name yet', place: 'name' },
  ])
})

test('has nothing against a picture of a whole page, which is scrolled', () => {
  expect(lintDemo(demo([step('a', 1, { width: 900, height: 6_000 })]), [])).toEqual([])
})

test('a fix resolves its finding and causes no other', () => {
  const before = [
    step('a', 1, { alt: null }),
    step('b', 2, { title: 'Key sk-live-4242abcd4242abcd', targetStepId: 'a' }),
  ]
  let steps: readonly Step[] = before
  for (let round = 0; round < 10; round += 1) {
    const finding = lintDemo(demo(steps), []).find(({ fix }) => fix !== null)
    if (finding?.fix?.type !== 'step') break
    const { id, patch } = finding.fix
    steps = steps.map((each) => (each.id === id ? { ...each, ...patch } : each))
    expect(lintDemo(demo(steps), []).map(({ key }) => key)).not.toContain(finding.key)
  }
  expect(lintDemo(demo(steps), [])).toEqual([])
  expect(lintDemo(demo(before), []).length).toBeGreaterThan(2)
})

test('reports a long text only where a callout shows it', () => {
  const long = [step('a', 1, { description: 'word '.repeat(64) })]
  expect(lintDemo(demo(long), [])).toEqual([])
  const look = { ...plainDemoLook, ending, layout: 'callout' } as const
  expect(titles(lintDemo(demo(long, { look }), []))).toEqual(['Step 1 · Step a: 64 words in the callout'])
})

describe('paths', () => {
  test('reports unreachable steps, and paths that only loop', () => {
    const skipped = [step('a', 1, { targetStepId: 'c' }), step('b', 2), step('c', 3)]
    expect(titles(lintDemo(demo(skipped), []))).toEqual(['Step 2 · Step b: Visitors can’t get here'])
    const round = [step('a', 1), step('b', 2, { targetStepId: 'a' }), step('c', 3)]
    expect(titles(lintDemo(demo(round), []))).toEqual([
      'Step 1 · Step a: Loops without an end',
      'Step 2 · Step b: Loops without an end',
      'Step 3 · Step c: Visitors can’t get here',
    ])
  })

  test('counts a card’s link once visitors see the card', () => {
    const steps = [step('a', 1, { targetStepId: 'c' }), step('b', 2), step('c', 3)]
    const unfinished = card('custom', { targetStepId: 'b', title: 'Your title', buttonLabel: '' })
    const finished = card('custom', { targetStepId: 'b', title: 'Your role?', buttonLabel: 'Planner' })
    expect(unreachableSteps(steps, demoPaths(steps, [{ ...unfinished, description: '' }]))).toHaveLength(1)
    expect(unreachableSteps(steps, demoPaths(steps, [finished]))).toEqual([])
  })

  test('stays fast with a thousand steps in a row', () => {
    const steps = Array.from({ length: 1_000 }, (_, index) => step(String(index), index + 1))
    expect(lintDemo(demo(steps), [])).toEqual([])
  })
})

describe('forms', () => {
  test('reports a form that nobody can send', () => {
    const hidden = card('lead', { gate: 'required' })
    expect(titles(lintDemo(demo([step('a', 1)]), [hidden]))[0]).toBe(
      'Step 1 · Lead Card: Visitors must send a form they don’t see',
    )
    const [email, name] = hidden.fields
    const unnamed = card('lead', {
      gate: 'required',
      title: 'Hi',
      description: '',
      fields: [{ ...email!, label: ' ' }, name!],
    })
    expect(titles(lintDemo(demo([step('a', 1)]), [unnamed]))[0]).toBe('Step 1 · Lead Card: The form can’t be sent')
  })

  test('reports an ending without its link or form', () => {
    const look = (kind: 'link' | 'form') => ({ ...plainDemoLook, ending: { ...ending, kind } })
    const last = [step('a', 1)]
    expect(titles(lintDemo(demo(last, { look: look('link') }), []))).toEqual(['Demo: The ending’s button has no link'])
    expect(titles(lintDemo(demo(last, { look: look('form') }), []))).toEqual(['Demo: The ending has no form'])
  })
})

test('reports a variable without a value once, unless the demo declares one', () => {
  const steps = [step('a', 1, { title: 'Hi {{Company}} and {{name|you}}', description: '{{company}}' })]
  expect(titles(lintDemo(demo(steps), []))).toEqual([
    'Step 1 · Hi {{Company}} and {{name|you}}: {{company}} may be empty',
  ])
  const look = { ...plainDemoLook, ending, variables: [{ name: 'company', fallback: 'your team' }] }
  expect(lintDemo(demo(steps, { look }), [])).toEqual([])
})

test('lists problems first, each with a unique key', () => {
  const steps = [step('a', 1, { alt: null, title: null }), step('b', 2, { title: 'mail ada@example.com' })]
  const findings = lintDemo(demo(steps), [card('media', { mediaUrl: 'http://x' }), card('cue', { id: 'other' })])
  const severities = findings.map(({ severity }) => severity)
  expect(severities).toEqual(severities.toSorted().toReversed())
  expect(new Set(findings.map(({ key }) => key)).size).toBe(findings.length)
})

test('reports a narrated demo’s steps without words, and recordings older than their text', () => {
  const look = { ...plainDemoLook, ending, isNarrated: true }
  const recorded = step('b', 2)
  const narration = { audioId: '10000000-0000-4000-8000-000000000000', ms: 1_000, text: '', of: scriptStamp(recorded) }
  const steps = [
    step('a', 1, { title: null }),
    { ...recorded, narration },
    step('c', 3, { narration, description: 'Other words' }),
  ]
  const found = lintDemo(demo(steps, { look }), []).filter(({ place }) => place === 'narration')
  expect(titles(found)).toEqual([
    'Step 1: Nothing for the narration to read',
    'Step 3 · Step c: The recording is older than the text',
  ])
  expect(lintDemo(demo(steps), []).filter(({ place }) => place === 'narration')).toEqual([])
})
