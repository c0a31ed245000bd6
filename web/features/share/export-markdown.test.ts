import { expect, test } from 'vitest'

import type { Step } from '#domain/demo.ts'
import { plainStepLook } from '#domain/step-look.ts'

import { toMarkdown } from './export-markdown.ts'

const step: Step = {
  id: 'a',
  demoId: 'd',
  order: 1,
  title: 'Open *Settings*',
  description: 'Hello there.\n- <b>First</b>\n1. not a list',
  screenshotUrl: 'one.png',
  alt: null,
  width: null,
  height: null,
  captureId: null,
  hotspot: null,
  look: plainStepLook,
  targetStepId: null,
}

test('escapes Markdown in texts', () => {
  const demo = {
    name: '# Billing',
    description: null,
    steps: [step, { ...step, order: 2, title: null, description: null }],
  }
  expect(toMarkdown(demo, ({ order }) => `images/step ${order}>.png`)).toBe(
    String.raw`# \# Billing

## 1. Open \*Settings\*

![Open \*Settings\*](<images/step%201%3E.png>)

Hello there.
- \<b\>First\</b\>
1. not a list

## 2. Step 2

![Step 2](<images/step%202%3E.png>)
`.replace('1. not', String.raw`\1. not`),
  )
})
