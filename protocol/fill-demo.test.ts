import { describe, expect, test } from 'vitest'

import { newCard } from '#domain/card.ts'
import { plainDemoLook } from '#domain/demo-look.ts'
import { plainStepLook } from '#domain/step-look.ts'
import { cpuMs } from '#support/cpu-time.ts'

import { fillDemo, usedVariableNames } from './fill-demo.ts'
import type { PlayerDemo } from './player-page.ts'

const card = newCard({ id: 'c', stepId: 's', type: 'custom', position: 1, shown: { widthPx: 1000, heightPx: 600 } })
const demo: PlayerDemo = {
  id: 'd',
  name: 'For {{company|you}}',
  description: null,
  brand: { color: null, logoUrl: null, showsProductName: true, font: null },
  look: {
    ...plainDemoLook,
    variables: [{ name: 'Plan', fallback: 'Team' }],
    ending: { ...plainDemoLook.ending, url: 'https://example.com/{{plan}}?for={{company}}' },
  },
  variables: {},
  steps: [
    {
      id: 's',
      order: 1,
      title: '{{plan}}',
      description: null,
      alt: null,
      width: 1,
      height: 1,
      hotspot: null,
      look: plainStepLook,
      targetStepId: null,
      imageUrl: '/s.png',
      renderUrl: null,
    },
  ],
  cards: [
    {
      ...card,
      title: 'Dear {{name}}, look here',
      format: {
        ...card.format,
        title: { ...card.format.title, runs: [{ start: 15, end: 19, isBold: true }] },
      },
      linkUrl: 'https://{{host|www}}.example.com/',
    },
  ],
}

describe('a demo with variables', () => {
  test('is filled everywhere, with the fallbacks where nothing is known', () => {
    const filled = fillDemo(demo, { company: 'Acme' })
    expect(filled.name).toBe('For Acme')
    expect(filled.steps[0]?.title).toBe('Team')
    expect(filled.look.ending.url).toBe('https://example.com/Team?for=Acme')
  })

  test('keeps its formatting in place', () => {
    const filled = fillDemo(demo, { name: 'Ada' }).cards[0]
    const [run] = filled?.format.title.runs ?? []
    expect(filled?.title).toBe('Dear Ada, look here')
    expect(filled?.title.slice(run?.start, run?.end)).toBe('look')
  })

  test('keeps every style on its words, with hundreds of variables and styles, in time', () => {
    const words = Array.from({ length: 200 }, (_, index) => ({ variables: '{{company}}{{b}}', bold: `w${index}` }))
    const description = words.map(({ variables, bold }) => `${variables}${bold}`).join('')
    const runs = words.map(({ bold }) => {
      const start = description.indexOf(`}}${bold}{{`)
      const at = start === -1 ? description.length - bold.length : start + 2
      return { start: at, end: at + bold.length, isBold: true }
    })
    const styled = {
      ...card,
      description,
      format: { ...card.format, description: { ...card.format.description, runs } },
    }
    let filled = demo
    const ms = cpuMs(() => {
      filled = fillDemo({ ...demo, cards: Array.from({ length: 40 }, () => styled) }, { company: 'Northwind Ltd' })
    })
    for (const { description: text, format } of filled.cards) {
      expect(format.description.runs?.map(({ start, end }) => text.slice(start, end))).toEqual(
        words.map(({ bold }) => bold),
      )
    }
    expect(ms).toBeLessThan(200)
  })

  test.each(['evil.test/', 'evil.test#', 'a@evil.test', '..', 'x\\evil', '%2F', '"><script>', '{{plan}}'])(
    'leads where its author said, whatever the value: %s',
    (value) => {
      const values = { host: value, company: value, plan: value }
      const filled = fillDemo(demo, values)
      expect(filled.cards[0]?.linkUrl).toBe('https://www.example.com/')
      expect(filled.look.ending.url).toBe(
        `https://example.com/${encodeURIComponent(value)}?for=${encodeURIComponent(value)}`,
      )
    },
  )

  test('does not grow a hostile demo to gigabytes', () => {
    const [step] = demo.steps
    if (step === undefined) throw new Error('No step')
    const steps = Array.from({ length: 100 }, () => ({ ...step, description: '{{company}}{{plan|Free}}'.repeat(200) }))
    const filled = fillDemo({ ...demo, steps }, { company: 'x'.repeat(200), plan: 'x'.repeat(200) })
    expect(filled.steps[0]?.description).toBe('Free'.repeat(200))
  })

  test('is the same object without any', () => {
    const plain = { ...demo, name: 'Plain', steps: [], cards: [], look: plainDemoLook }
    expect(fillDemo(plain, { company: 'Acme' })).toBe(plain)
  })

  test('asks for its captured pages with the values, encoded', () => {
    const url = '/snapshots/v1/1/page?v.company={{company|}}&f.company=you'
    const steps = demo.steps.map((step) => ({ ...step, snapshot: { url, width: 1, height: 1, pictureWidth: 1 } }))
    const urlFor = (values: Record<string, string>) => fillDemo({ ...demo, steps }, values).steps[0]?.snapshot?.url
    expect(urlFor({ company: 'A&B' })).toBe('/snapshots/v1/1/page?v.company=A%26B&f.company=you')
    expect(urlFor({})).toBe('/snapshots/v1/1/page?v.company=&f.company=you')
  })

  test('lists the variables it declares and uses', () => {
    expect([...usedVariableNames(demo)].toSorted()).toEqual(['company', 'host', 'name', 'plan'])
  })
})
