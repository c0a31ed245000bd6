import { afterEach, expect, test } from 'vitest'

import { redactRecordedAddress } from '#domain/redact-address.ts'
import { hideSecrets } from '#domain/secret-text.ts'

import { plantedSecrets, secretCore, type MakeSecret } from './planted-secrets.ts'
import { editingSurfaces, namedControls, type MakeSurface } from './planted-surfaces.ts'
import { describeTarget } from './target-description.ts'

/* Secrets of every kind on every surface: none may appear in a step's name. */

const rounds = 3
const kinds = Object.entries(plantedSecrets)

afterEach(() => document.body.replaceChildren())

function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function nameOn(surface: MakeSurface, text: string): string {
  const place = document.body.appendChild(document.createElement('div'))
  // The tests write this markup themselves, and this parser supports shadow roots.
  place.setHTMLUnsafe(surface(text))
  const name = JSON.stringify(describeTarget(findHit(place)))
  place.remove()
  return name
}

function findHit(root: Element | ShadowRoot): Element {
  const hit = root.querySelector('.hit')
  if (hit !== null) return hit
  for (const element of root.querySelectorAll('*')) {
    if (element.shadowRoot !== null) return findHit(element.shadowRoot)
  }
  throw new Error('Nothing to hit.')
}

function leaks(surface: MakeSurface, make: MakeSecret): readonly string[] {
  return Array.from({ length: rounds }, (_, seed) => make(seeded(seed + 1))).filter((secret) =>
    nameOn(surface, secret).includes(secretCore(secret)),
  )
}

test.each([...Object.entries(editingSurfaces), ...Object.entries(namedControls)])(
  'keeps no secret shown in %s',
  (_what, surface) => {
    expect(kinds.flatMap(([kind, make]) => leaks(surface, make).map((secret) => `${kind}: ${secret}`))).toEqual([])
  },
)

test.each(Object.entries(editingSurfaces))('keeps no text typed into %s', (_what, surface) => {
  expect(nameOn(surface, 'Lay off the Berlin team in May')).not.toContain('Berlin')
})

test.each(Object.entries(namedControls))('still names %s', (_what, surface) => {
  expect(nameOn(surface, 'Berlin')).toContain('Berlin')
})

test.each(kinds)('removes %s from titles and addresses', (_kind, make) => {
  for (let seed = 1; seed <= 50; seed += 1) {
    const secret = make(seeded(seed))
    const core = secretCore(secret)
    expect(hideSecrets(`Inbox (2) – ${secret} – Mail`)).not.toContain(core)
    expect(hideSecrets(`${secret} | App`)).not.toContain(core)
    const encoded = encodeURIComponent(secret)
    for (const address of [`/a/${encoded}/b`, `/a?q=${encoded}&p=2`, `/a#/${encoded}`, `/a#access_token=${encoded}`]) {
      const kept = redactRecordedAddress(`https://ada:${encodeURIComponent(core)}@app.example${address}`)
      expect(decodeURIComponent(kept)).not.toContain(core)
    }
  }
})
