/* For tests of the editor. */

import { plainDemoLook } from '#domain/demo-look.ts'
import { plainStepLook } from '#domain/step-look.ts'
import type { Demo, Step } from '#domain/demo.ts'

/** An active demo named Tour with one bare step per id. */
export function tourDemo(stepIds: readonly string[]): Demo {
  return {
    id: 'demo',
    name: 'Tour',
    description: null,
    status: 'active',
    isSample: false,
    createdAt: '2026-11-21T00:00:00Z',
    updatedAt: '2026-11-21T00:00:00Z',
    look: plainDemoLook,
    steps: stepIds.map((id, index) => tourStep(id, index + 1)),
  }
}

/** The step with this number, from 1. */
export function tourStep(id: string, order: number): Step {
  return {
    id,
    demoId: 'demo',
    order,
    title: null,
    description: null,
    screenshotUrl: `${id}.webp`,
    alt: null,
    width: 1280,
    height: 800,
    captureId: null,
    hotspot: null,
    look: plainStepLook,
    targetStepId: null,
  }
}
